# Страницы каталога.

catalog-title = Каталог
search-title = Поиск
changes-title = Изменения
json-title = JSON

breadcrumbs = Путь к странице
storefront = На сайте
product = Товар
vendor = Производитель
sections = Разделы
stock-number = Артикул
stock = Остатки
in-stock = В наличии
shipping = В пути
shipping-more = +{ $count } в пути
and-more = и ещё { $count }
page-next = Следующая страница
page-previous = Предыдущая страница
products-none = Ничего не найдено.
products-range = Товары { $first }–{ $last } из { $total }

prices = Цены
price = Цена
price-retail = Розничная
price-retail-usd = Розничная, USD
price-personal-of = Ваша цена (<bdi>{ $level }</bdi>)
price-personal-usd = Ваша цена, USD
price-personal-of-usd = Ваша цена (<bdi>{ $level }</bdi>), USD
price-sale = Акция
price-sale-usd = Акция, USD
price-levels-usd = Уровни цен, USD
price-discount = Скидка ({ $percent } %)
price-on-request = По запросу
sale-active = действует

tree-find = Найти
tree-not-found = В открытом каталоге нет товара с артикулом <bdi>{ $number }</bdi>.
tree-all = { $sections }, { $products }. У каждого раздела числа вместе со всеми разделами ниже.
tree-sections = { $count ->
    [one] { $count } раздел
    [few] { $count } раздела
   *[other] { $count } разделов
}
tree-counts = { $products }, { $available } в наличии
tree-sections-in = { $count ->
    [one] { $count } раздел
    [few] { $count } раздела
   *[other] { $count } разделов
}<span class="visually-hidden"> в разделе <bdi>{ $name }</bdi></span>
tree-sections-below = { $count ->
    [one] ниже { $count } раздел
    [few] ниже { $count } раздела
   *[other] ниже { $count } разделов
}<span class="visually-hidden"> в разделе <bdi>{ $name }</bdi></span>
tree-one-more-level = Показать ещё один уровень

section-counts = Раздел { $id }: { $products }, { $available } в наличии, { $direct } прямо в этом разделе.
section-below = { $count ->
    [one] { $count } раздел ниже
    [few] { $count } раздела ниже
   *[other] { $count } разделов ниже
}
section-filters = Фильтры
section-search = Найти в этом разделе
section-apply = Применить
section-remove-filters = Сбросить фильтры
section-other-filters = Нет в этом разделе
section-beyond = { $count ->
    [one] Здесь { $count } товар, и страницы с таким номером нет.
    [few] Здесь { $count } товара, и страницы с таким номером нет.
   *[other] Здесь { $count } товаров, и страницы с таким номером нет.
}
section-first-page = К первой странице
facet-count = { $count }<span class="visually-hidden"> { $count ->
    [one] товар
    [few] товара
   *[other] товаров
} со значением <bdi>{ $name }</bdi></span>
chips = Выбрано
chip-remove = Убрать:
chip-text = «{ $text }»
chip-filter = { $name }: { $value }
field-products = Товары
field-sale = Акция
field-order = Порядок
field-page-size = Товаров на странице
choice-any = Все
choice-subtree = С разделами ниже
choice-direct = Только этот раздел
choice-available = В наличии ({ $count })
choice-unavailable = Нет в наличии ({ $count })
choice-in-stock = В наличии
choice-not-in-stock = Нет в наличии
choice-on-sale = По акции
choice-not-on-sale = Не по акции
choice-priced = С ценой
choice-not-priced = Без цены
order-name = По названию
order-name-descending = По названию, с конца
order-stock-number = По артикулу
order-last-changed = Сначала изменённые недавно
order-relevance = Сначала самые подходящие

search-text = Часть артикула или слова
search-start = Искать
search-chosen = выбрано

product-full-name = Полное название
product-content-changed = Карточка изменена
product-commercial-changed = Цены или остатки изменены
product-on-request = Цена этого товара — по запросу.
product-on-request-administrators = Суммы видят только администраторы.
stock-by-warehouse = Остатки по складам
warehouse = Склад
pieces = Штук
photos = Фотографии
description = Описание
description-cut = Это начало. Весь текст отдаёт API.
features = Характеристики
documentation = Документация
software = Программы
configurator = Конфигуратор
configurator-required = (нужно выбрать)
configurator-option = Вариант
configurator-default = обычный
configurator-none = У этого товара его нет.
section-primary = основной
filter-values-caption = Значения для фильтров разделов
filter = Фильтр
filter-value = Значение
filter-key = Ключ
technical = Технические данные
technical-vendor = Идентификатор производителя
technical-warehouse = Идентификатор склада <bdi>{ $name }</bdi>
technical-seo-title = Заголовок для поисковых систем
technical-seo-html = HTML для поисковых систем

changes-of = Изменения в разделе <bdi>{ $name }</bdi>
changes-since = С какого дня
changes-since-hint = С полуночи по UTC. Известно всё, что изменилось с { $day }.
changes-show = Показать
changes-expired = Изменения с того времени больше не известны. Клиенту нужно заново прочитать товары раздела и продолжить с этого места.
changes-by-day = Изменения по дням
changes-content = Товаров с изменённой карточкой
changes-commercial = Товаров с новыми ценами или остатками
changes-removed = Товаров удалено
changes-total = Товаров всего
changes-cut = { $count ->
    [one] По дням посчитано только первое событие.
    [few] По дням посчитаны только первые { $count } события.
   *[other] По дням посчитаны только первые { $count } событий.
}
changes-none = Ничего не изменилось.
changes-chart = События по дням: не больше { $most } за день. Числа — в таблице ниже.
changes-chart-caption = События по дням, по UTC
changes-numbers = Числа
changes-day = День
changes-day-content = Карточка
changes-day-commercial = Только цены или остатки
changes-day-removed = Удалено
changes-poll = Что получает клиент
changes-events = События
changes-events-and-more = { $count } и ещё страницы
changes-events-caption = События, сначала самые ранние
changes-next-cursor = Следующий курсор
changes-checkpoint = Контрольная точка
changes-what = Что изменилось
changes-what-content = карточка
changes-what-commercial = цены или остатки
changes-what-both = карточка, цены или остатки
changes-what-removed = удалён
changes-in-section = В этом разделе
changes-when = Когда
changes-event = Событие

request-title = Запрос к API для этой страницы
request-url = Адрес
request-command = Команда
request-show-json = Показать JSON
json-status = Статус { $status }. Вот что API отвечает на запрос с вашим токеном.
json-too-long = Здесь больше 1 МиБ, страница столько не показывает. Используйте API:
