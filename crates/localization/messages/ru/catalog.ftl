# Страницы каталога.

catalog-title = Каталог
search-title = Поиск
changes-title = Изменения
json-title = JSON
vendor = Производитель
