# Прайс-листы и ссылки на них.

price-list-title = Прайс-лист
price-list-text = Все товары этого списка по вашим ценам в одном файле.
price-list-failed = Сейчас прайс-лист сформировать не удалось. Попробуйте ещё раз чуть позже.
price-list-make-link = Ссылка для программ
price-list-make-link-text = По ссылке программа скачивает этот список по вашим текущим ценам, без входа в систему. Это сможет сделать любой, у кого есть ссылка.
price-list-columns = Колонки
price-list-use-columns = Взять эти колонки для ссылки
column-name = Наименование
column-full-name = Полное наименование
column-section = Раздел
column-retail = Розничная цена
column-personal = Ваша цена
column-sale = Цена со скидкой
column-currency = Валюта
column-shipping = В пути
column-url = Ссылка
price-list-create-link = Создать ссылку
price-list-link = Ссылка
price-list-new-link = Ваша новая ссылка
price-list-new-link-text = Скопируйте её сейчас: больше она не будет показана. Отозвать её можно среди ваших <a href="/portal/keys">ключей</a>.
price-list-format = Формат
price-list-language = Заголовки и числа
price-list-english = Английские: десятичная точка
price-list-russian = Русские: десятичная запятая
price-list-too-long = Ссылка не создана: у списка слишком много фильтров.
price-list-not-while-seeing = Вы смотрите каталог от имени другой учётной записи, а ссылка дала бы ваши собственные цены: сначала вернитесь к своему виду.
keys-right-download = скачивание одного прайс-листа (download)
