# Страницы загрузок. Что загрузка сообщает о файле и её отчёт — на английском.

imports-title = Загрузки
import-title = Загрузка { $revision }
import = Загрузка
import-try = Проба загрузки
error-import-unknown = Такой загрузки нет.
error-import-kind = Выберите, что содержит файл.
error-import-exception = Исключение — целое число от 0 до 4 294 967 295.
error-import-too-many = Одновременно может приниматься или ждать не больше { $most } загрузок. Повторите попытку позже.
error-import-too-large = Файл должен занимать не больше { $most } МиБ, в том числе распакованный.
error-import-damaged = Файл повреждён или упакован не так, как говорит его имя (.gz или .zst).
error-import-empty = Выберите файл: отправленный пуст.
error-import-incomplete = Файл получен не полностью. Отправьте его ещё раз.
error-import-not-tried = Загрузить можно только то, что было опробовано.
error-import-gone = Файл больше не хранится или уже загружен. Отправьте его ещё раз.

import-run = Ход
import-time = Время
import-mode = Режим
import-who = Кто
import-files = Файлы
import-from = Откуда
import-from-http = HTTP
import-from-command = команда
import-state = Состояние
import-records = Записей
import-ended = Завершена
import-ended-at = { $at }
import-ended-after = { $at }, за { $duration }
import-seconds = { $whole },{ $tenth } с
import-tried-on = Опробована на ревизии
import-revision = Ревизия
import-by = <bdi>{ $email }</bdi>
import-by-key = <bdi>{ $email }</bdi>, ключ <bdi>{ $key }</bdi>
import-warnings = Предупреждения
import-none = Нет.
import-nothing = Ничего.
import-look = Почему видно или нет:
import-hidden-warnings = { $count ->
    [one] { $count } без записанного текста.
   *[other] { $count } без записанного текста.
}
import-kind-delta = правки
import-kind-full = полная
import-kind-resources = ссылки
import-state-receiving = принимается
import-state-waiting = ждёт
import-state-running = идёт
import-state-done = готова
import-state-rejected = отклонена
import-state-failed = не удалась
import-state-cancelled = отменена
import-phase-reading = чтение
import-phase-checking = проверка
import-phase-committing = запись
import-is-try = проба

imports-try = Опробовать файл
imports-try-text = Ничего не меняется: вы увидите, что изменилось бы, и сможете загрузить именно этот файл. В нём записи <a href="/docs">формата загрузки</a>, он может быть упакован (.gz, .zst) и занимает не больше { $most } МиБ.
imports-cut-off = Отправка прервалась. Попробуйте ещё раз.
imports-file = Файл; его можно перетащить сюда
imports-sent = Отправлено
imports-try-it = Опробовать
imports-none = Загрузок ещё не было. Загрузки командами, которые ничего не изменили, не записываются.
imports-history = История
imports-count = { $count ->
    [one] { $count } загрузка. Загрузки из командной строки, которые ничего не изменили, не показаны.
    [few] { $count } загрузки, сначала новые. Загрузки из командной строки, которые ничего не изменили, не показаны.
   *[other] { $count } загрузок, сначала новые. Загрузки из командной строки, которые ничего не изменили, не показаны.
}
imports-created = Создано
imports-updated = Изменено
imports-deactivated = Снято
imports-renamed = Переименовано
imports-unchanged = Без изменений
imports-products-of = создано: { $created }, изменено: { $updated }, отключено: { $deactivated }
imports-events = События
imports-events-of = карточки: { $content }, цены: { $commercial }, снято: { $removed }
imports-public = Видно

import-fields-kind = Что содержит файл
import-fields-delta = Изменения: всё остальное остаётся
import-fields-full = Весь каталог: чего в нём нет, выключается
import-fields-resources = Ссылки на документацию и программы
import-fields-exceptions = Исключения
import-fields-removals = Позволить стольким товарам исчезнуть с витрины
import-fields-renames = Позволить не больше чем стольким товарам сменить артикул
import-fields-empty = Позволить первой загрузке не иметь ни одного раздела на витрине

import-outdated-refusal = Ничего не загружено: между пробой и загрузкой прошла другая. Что изменилось бы теперь, нужно опробовать ещё раз.
import-was-rejected = Ничего не записано: остановил файл или ограничение.
import-can-be-imported = Можно загружать. Пока ничего не записано.
import-is-done = Всё в каталоге.
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
import-present-state = Показать, что сейчас
import-cancel = Отменить
import-exactly = Загрузить именно это
import-is-outdated = С тех пор каталог изменился. Опробуйте ещё раз.
import-changes-nothing = Ничего не меняется, поэтому загружать нечего.
import-again = Опробовать ещё раз
import-still-here = Файл ещё здесь.
import-problems = Проблемы
import-part = Часть
import-line = Строка
import-field = Поле
import-what-is-wrong = Что неверно
import-would-change = Что изменилось бы
import-changed = Что изменилось

report-counts = Счёт
report-kind = Вид
report-public-before = Видно до
report-public-after = Видно после
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

chart-name = { $title }. { $description }
chart-caption = { $title }: { $description }
chart-products = Видимые товары
chart-products-from = Видимых товаров: { $first } после первой из этих загрузок, { $last } после последней.
chart-products-only = Видимых товаров после этой загрузки: { $count }.
chart-events = События изменений
chart-events-all = Событий: { $total }, загрузок: { $imports }, не больше { $most } за одну.
chart-events-only = Событий в этой загрузке: { $total }.
