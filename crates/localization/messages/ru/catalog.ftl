# Страницы каталога.

catalog-title = Каталог
search-title = Поиск
changes-title = Изменения
offers-changed = Цены и остатки
offers-changed-hint = Сначала последние изменения. Цена — меньшая из вашей и цены по акции. Одно значение — нынешнее: прежнее такое же или уже не хранится.
offers-changed-none = Ни цены, ни остатки для вас не изменились.
offers-changed-more = { $count ->
    [0] Последние изменения не касаются цен и остатков. Выберите более поздний день, чтобы изменений было меньше.
    [one] Показан только товар, изменившийся последним. Выберите более поздний день.
    [few] Показаны только { $count } товара, изменившиеся последними. Выберите более поздний день.
   *[other] Показаны только { $count } товаров, изменившихся последними. Выберите более поздний день.
}
offers-changed-to = <span aria-hidden="true">→</span><span class="visually-hidden">, теперь</span>
price-lowest-usd = Лучшая цена, USD
json-title = JSON

breadcrumbs = Навигационная цепочка
storefront = Открыть на сайте
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
products-none = Ничего не найдено.
vendor-unknown = не указан
products-none-advice = Если слов или фильтров меньше, найдётся больше. <a href="/portal/catalog">Все разделы</a> есть в каталоге.
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

tree-all = { $sections }, { $products }. Числа включают все подразделы.
tree-sections = { $count ->
    [one] { $count } раздел
    [few] { $count } раздела
   *[other] { $count } разделов
}
tree-counts = { $products }, { $available } в наличии
tree-sections-in = { $count ->
    [one] { $count } подраздел
    [few] { $count } подраздела
   *[other] { $count } подразделов
}<span class="visually-hidden"> раздела <bdi>{ $name }</bdi></span>
tree-sections-below = { $count ->
    [one] { $count } подраздел
    [few] { $count } подраздела
   *[other] { $count } подразделов
}<span class="visually-hidden"> раздела <bdi>{ $name }</bdi></span>
tree-one-more-level = Показать ещё один уровень

section-counts = Раздел { $id }: { $products }, { $available } в наличии, { $direct } непосредственно в этом разделе.
section-below = { $count ->
    [one] { $count } подраздел
    [few] { $count } подраздела
   *[other] { $count } подразделов
}
section-filters = Фильтры
section-search = Поиск в этом разделе
section-apply = Применить
section-remove-filters = Сбросить фильтры
section-other-filters = Нет в этом разделе
section-beyond = { $count ->
    [one] Такой страницы нет: в списке { $count } товар.
    [few] Такой страницы нет: в списке { $count } товара.
   *[other] Такой страницы нет: в списке { $count } товаров.
}
section-first-page = На первую страницу
facet-count = { $count }<span class="visually-hidden"> { $count ->
    [one] товар
    [few] товара
   *[other] товаров
} со значением <bdi>{ $name }</bdi></span>
chips = Выбранные фильтры
chip-remove = Убрать:
chip-text = «{ $text }»
chip-filter = { $name }: { $value }
field-products = Товары
field-sale = Акция
field-order = Сортировка
field-page-size = Товаров на странице
choice-any = Все
choice-subtree = Со всеми подразделами
choice-direct = Только этот раздел
choice-available = В наличии ({ $count })
choice-unavailable = Нет в наличии ({ $count })
choice-in-stock = В наличии
choice-not-in-stock = Нет в наличии
choice-on-sale = По акции
choice-not-on-sale = Не по акции
choice-priced = С ценой
choice-not-priced = Без цены
order-name = По названию, А–Я
order-name-descending = По названию, Я–А
order-stock-number = По артикулу
order-last-changed = Сначала недавно изменённые
order-price = Сначала дешёвые
order-price-descending = Сначала дорогие
order-in-stock = Сначала больше в наличии
order-relevance = По релевантности

search-no-answer = Сервер не отвечает, поиск не выполнен. Попробуйте ещё раз.
search-text = Артикул или слова
search-start = Искать
search-chosen = выбрано
search-suggestion = { $total ->
    [one] { $total } товар по запросу «{ $text }»
    [few] { $total } товара по запросу «{ $text }»
   *[other] { $total } товаров по запросу «{ $text }»
}

product-full-name = Полное название
product-content-changed = Карточка изменена
product-commercial-changed = Цены или остатки изменены
product-on-request = Цена этого товара — по запросу.
product-on-request-administrators = Суммы показаны только администраторам.
stock-by-warehouse = Остатки по складам
warehouse = Склад
pieces = Количество
photos = Фотографии
description = Описание
description-cut = Описание сокращено. Полный текст возвращает API.
features = Характеристики
documentation = Документация
software = Программное обеспечение
configurator = Конфигуратор
configurator-required = (нужно выбрать)
configurator-option = Вариант
configurator-default = по умолчанию
configurator-none = У этого товара нет конфигуратора.
section-primary = основной
filter-values-caption = Значения для фильтров разделов
filter = Фильтр
filter-value = Значение
filter-key = Ключ
technical = Технические данные
technical-vendor = ID производителя
technical-warehouse = ID склада <bdi>{ $name }</bdi>
technical-seo-title = Заголовок для поисковых систем
technical-seo-html = HTML для поисковых систем

changes-of = Изменения в разделе <bdi>{ $name }</bdi>
changes-since = Начиная с
changes-since-hint = С полуночи по UTC. Изменения доступны с { $day }.
changes-show = Показать
changes-expired = Изменения с этого дня уже недоступны. Клиенту нужно заново прочитать товары раздела и продолжить с этого места.
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
changes-poll = Ответ на опрос
changes-events = События
changes-events-and-more = { $count } и ещё страницы
changes-events-caption = События, сначала ранние
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

request-title = Запрос API для этой страницы
request-url = Адрес
request-command = Команда
request-show-json = Показать JSON
json-status = Статус { $status }. Такой ответ API возвращает для вашего токена.
json-too-long = Ответ больше 1 МиБ, страница столько не показывает. Используйте API:
