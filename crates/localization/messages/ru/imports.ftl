# Страницы загрузок. Что загрузка сообщает о файле и её отчёт — на английском.

imports-title = Загрузки
import = Загрузка
import-title = Загрузка { $revision }
import-of = Загрузка { $name }
import-try = Пробная загрузка
import-try-of = Пробная загрузка { $name }
error-import-unknown = Такой загрузки нет.
error-import-kind = Выберите, что содержит файл.
error-import-exception = Нужно целое число от 0 до 4 294 967 295.
error-import-too-many = Одновременно может приниматься или ждать не больше { $most } загрузок. Повторите попытку позже.
error-import-table = В файле CSV — предложения: он загружается как изменения.
error-import-too-many-own = Одновременно может приниматься или ждать не больше { $most } загрузок одной учётной записи. Повторите попытку позже.
error-import-too-large = Файл должен занимать не больше { $most } МиБ, в том числе распакованный.
error-import-damaged = Файл повреждён или сжат не так, как указано в его имени (.gz или .zst).
error-import-empty = Выберите файл: отправленный пуст.
error-import-incomplete = Файл получен не полностью. Отправьте его ещё раз.
error-import-not-undoable = Отменить можно только последние 20 загрузок и ни одну до той, которая заменила слишком много.
error-import-not-tried = Загрузить можно только файл, который прошёл пробную загрузку.
error-import-gone = Файл больше не хранится или уже загружен. Отправьте его ещё раз.

import-run = Выполнение
import-time = Время
import-mode = Режим
import-who = Кто запустил
import-files = Файлы
import-from = Источник
import-from-http = HTTP
import-from-command = командная строка
import-state = Состояние
import-records = Записей
import-ended = Завершена
import-ended-at = { $at }
import-ended-after = { $at }, за { $duration }
import-seconds = { $whole },{ $tenth } с
import-tried-on = Пробная загрузка на ревизии
import-revision = Ревизия
import-by = <bdi>{ $email }</bdi>
import-by-key = <bdi>{ $email }</bdi>, ключ <bdi>{ $key }</bdi>
import-warnings = Предупреждения
import-see = Отметить как просмотренные
import-seen = Просмотрены: <bdi>{ $email }</bdi>, { $at }.
import-none = Нет.
import-nothing = Ничего.
import-look = Видимость:
import-hidden-warnings = { $count } без записанного текста.
import-kind-delta = изменения
import-kind-full = полная
import-kind-resources = ссылки
import-state-receiving = принимается
import-state-waiting = ждёт
import-state-running = идёт
import-state-done = завершена
import-state-rejected = отклонена
import-state-failed = не удалась
import-state-cancelled = отменена
import-phase-reading = чтение
import-phase-checking = проверка
import-phase-committing = запись
import-is-try = пробная
import-try-before = Пробная загрузка этого файла

imports-try = Загрузить файл
imports-offers = <a href="/portal/admin/offers.csv" download>Скачайте все текущие цены и остатки</a> таблицей предложений, измените её и выберите здесь.
imports-offers-failed = Сейчас таблицу сформировать не удалось. Попробуйте ещё раз чуть позже.
imports-try-text = Сначала выполняется пробная загрузка: она ничего не меняет и показывает, что изменилось бы. Затем можно загрузить именно этот файл. В нём записи в <a href="/portal/help/import-format">формате загрузки</a> или <a href="/portal/help/import-format#a-table-of-offers">таблица предложений</a> (.csv), он может быть сжат (.gz, .zst) и занимает не больше { $most } МиБ.
imports-cut-off = Отправка прервалась. Попробуйте ещё раз.
imports-stopped = Отправка остановлена. Ничего не сохранено.
imports-amount = { $sent } из { $total } МиБ, { $rate } МиБ/с
imports-stop = Остановить отправку
imports-file = Файл; его можно перетащить сюда
imports-sent = Отправлено
imports-try-it = Начать пробную загрузку
imports-none = Загрузок пока не было. Загрузки из командной строки, которые ничего не меняют, не показаны.
imports-history = История
imports-count = { $count ->
    [one] { $count } загрузка. Загрузки из командной строки, которые ничего не изменили, не показаны.
    [few] { $count } загрузки, сначала новые. Загрузки из командной строки, которые ничего не изменили, не показаны.
   *[other] { $count } загрузок, сначала новые. Загрузки из командной строки, которые ничего не изменили, не показаны.
}
imports-created = Создано
imports-updated = Изменено
imports-deactivated = Отключено
imports-renamed = Переименовано
imports-unchanged = Без изменений
imports-products-of = создано: { $created }, изменено: { $updated }, отключено: { $deactivated }
imports-events = События
imports-events-of = карточки: { $content }, цены и остатки: { $commercial }, удалено: { $removed }
imports-public = Опубликовано

import-fields-kind = Что содержит файл
import-fields-delta = Изменения: всё остальное остаётся
import-fields-full = Весь каталог: чего в файле нет, будет отключено
import-fields-resources = Ссылки на документацию и программы
import-fields-exceptions = Исключения из проверок
import-fields-removals = Максимальное число товаров, снимаемых с публикации
import-fields-renames = Максимальное число товаров, у которых меняется артикул
import-fields-empty = Разрешить первую загрузку без единого раздела на витрине

import-outdated-refusal = Ничего не загружено: за это время каталог изменила другая загрузка. Повторите пробную загрузку, чтобы увидеть, что изменилось бы теперь.
import-was-rejected = Ничего не записано: в файле ошибки или загрузку остановила проверка.
import-can-be-imported = Пробная загрузка завершена. Пока ничего не записано.
import-is-done = Загрузка завершена.
import-was-not-written = Ничего не записано.
import-read = { $count ->
    [one] { $state }, прочитана { $count } запись
    [few] { $state }, прочитано { $count } записи
   *[other] { $state }, прочитано { $count } записей
}
import-read-at = { $count ->
    [one] { $state }, прочитана { $count } запись, { $rate } в секунду
    [few] { $state }, прочитано { $count } записи, { $rate } в секунду
   *[other] { $state }, прочитано { $count } записей, { $rate } в секунду
}
import-state-phase = { $state }: { $phase }
import-present-state = Обновить
import-cancel = Отменить
import-exactly = Загрузить этот файл
import-was-imported = Пробная загрузка завершена, и проверенное загружено.
import-show = Открыть загрузку
import-file-gone = Файл больше не хранится. Чтобы загрузить его, отправьте его ещё раз.
import-is-outdated = После пробной загрузки каталог изменился. Повторите её, прежде чем загружать.
import-changes-nothing = Файл ничего не меняет, загружать нечего.
import-again = Повторить пробную загрузку
import-still-here = Файл ещё хранится.
import-problems = Проблемы
import-problems-of = Проблемы в { $name }
import-problem-count = { $count ->
    [one] { $count } проблема.
    [few] { $count } проблемы.
   *[other] { $count } проблем.
}
import-problem-count-at-least = Не меньше { $count } проблем: могут быть и другие.
import-part = Часть
import-line = Строка
import-field = Поле
import-what-is-wrong = Проблема
import-would-change = Что изменилось бы
import-changed = Что изменилось

report-counts = Итоги
report-kind = Вид
report-public-before = Опубликовано до
report-public-after = Опубликовано после
report-sections = Разделы
report-products = Товары
report-events = События: { $events }.
report-new-levels = Новые уровни цен
report-prices = Цены, которые меняются больше чем наполовину
report-prices-count = { $count ->
    [one] { $count } товар.
    [few] { $count } товара.
   *[other] { $count } товаров.
}
report-prices-first = { $count ->
    [one] { $count } товар, показаны первые { $shown }.
    [few] { $count } товара, показаны первые { $shown }.
   *[other] { $count } товаров, показаны первые { $shown }.
}
report-stock-number = Артикул
report-level = Уровень
report-no-price = нет
report-before = До
report-after = После
report-samples = Примеры до и после
report-no-samples = Ни один товар не записывается.
report-when = Когда
report-when-before = до
report-when-after = после
report-active = Включён
report-retail = Розничная
report-other-prices = Другие цены
report-is-new = новый
report-yes = да
report-no = нет
dash = –

chart-caption = { $title }: { $description }
chart-products = Опубликованные товары
chart-products-from = { $first } после первой из этих загрузок, { $last } после последней.
chart-products-only = { $count } после этой загрузки.
chart-events = События изменений
chart-events-all = { $total }, загрузок: { $imports }, не больше { $most } за одну.
chart-events-only = { $total } за эту загрузку.
import-undo = Попробовать отменить
import-undo-now = Отменить загрузку
import-undoes = Отменяет загрузку ревизии
import-undone-by = Отменена загрузкой ревизии
