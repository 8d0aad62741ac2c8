# Страницы для администраторов.

requests-title = Заявки на доступ
admin-account-title = Учётная запись
v1-title = Использование API v1
look-title = Проверка видимости
invitation-title = Приглашение
accounts-title = Учётные записи
status-title = Состояние
status-pending = ждёт решения
status-active = действует
status-disabled = отключена
nobody-yet = нет
none-recorded = Ничего не записано.
account-by-id = учётная запись { $id }
account-deleted = учётная запись { $id }, удалена
choose-level = Выберите уровень
choose-level-first = Выберите уровень цен.
asked-once = один раз, { $at }
asked-often = { $count ->
    [one] { $count } раз, впервые { $at }
    [few] { $count } раза, впервые { $at }
   *[other] { $count } раз, впервые { $at }
}

requests-none = Заявок на доступ нет.
requests-waiting = { $count ->
    [one] Ждёт { $count } заявка.
    [few] Ждут { $count } заявки, сначала старые.
   *[other] Ждут { $count } заявок, сначала старые.
}
requests-declined = Заявка отклонена. Учётная запись теперь среди <a href="/portal/admin/accounts?status=disabled">отключённых</a>.
requests-incomplete = Ничего не одобрено: выберите уровень цен. <a href="/portal/admin/requests">Все заявки</a>
requests-asked = Заявка подана
approve = Одобрить
decline = Отклонить

accounts-search = Поиск
accounts-show = Показать
accounts-search-hint = Часть адреса эл. почты, имени, названия компании или телефона либо номер учётной записи.
accounts-count = { $count ->
    [one] { $count } учётная запись
    [few] { $count } учётные записи
   *[other] { $count } учётных записей
}
accounts-all = все
accounts-password-requested = запрошен новый пароль
accounts-mail-undelivered = письмо не доставлено
accounts-no-password = нет пароля
accounts-status = Состояние
page-first = Первая
page-last = Последняя ({ $number })

admin-account-id = Номер
admin-account-since = Создана
admin-account-last-sign-in = Последний вход
admin-account-registered-again = Повторные заявки
admin-account-times = { $count ->
    [one] { $count } раз
    [few] { $count } раза
   *[other] { $count } раз
}
admin-account-password-requested = Запрошен новый пароль
admin-account-invitation-until = Приглашение действует до
admin-account-correct = Исправить имя, компанию или телефон
admin-account-change = Доступ
admin-account-waits = Учётная запись ждёт решения: см. <a href="/portal/admin/requests">заявки на доступ</a>.
admin-account-save = Сохранить
admin-account-enable = Включить
admin-account-disable = Отключить
admin-account-invite = Новое приглашение
admin-account-was-changed = Изменения сохранены.
admin-account-was-enabled = Учётная запись включена.
admin-account-was-erased = Учётная запись стёрта: за ней больше никого нет.
admin-erase = Стереть учётную запись
admin-erase-question = Стереть навсегда? Имя, компания, адрес, телефон, комментарии, ключи, ссылки и события исчезнут безвозвратно. Номер учётной записи останется там, где его называет импорт.
admin-erase-yes = Стереть навсегда
admin-account-was-disabled = Учётная запись отключена. Её токены отозваны, сеансы завершены.
admin-account-was-approved = Доступ открыт.
admin-account-was-invited = Создано новое приглашение. Прежние ссылки больше не действуют.
admin-account-key-revoked = Ключ отозван. Ни один сервер его больше не принимает.
admin-account-mail-tried = Письмо отправляется ещё раз.

mail = Почта
mail-again = Отправить ещё раз
mail-unknown = с момента запуска этот сервер не отправлял писем этой учётной записи. Письма, которые были в очереди при его остановке, потеряны, а письма других серверов здесь не видны.
mail-waits = письмо в очереди
mail-failed = письмо не дошло
mail-queued = { $about }, в очереди с { $at }: { $state }
mail-about-access-approved = доступ открыт
mail-about-invitation = приглашение
mail-about-forgotten-password = забытый пароль
mail-about-access-restored = доступ восстановлен
mail-accepted = почтовый сервер принял письмо
mail-is-waiting = ждёт почтового сервера; будет потеряно, если этот сервер остановится
mail-is-refused = ждёт почтового сервера, который не принимает письмо с { $since } (<bdi>{ $reason }</bdi>); будет потеряно, если этот сервер остановится
mail-given-up = не доставлено (<bdi>{ $reason }</bdi>)

invitation-text = По ссылке пользователь задаёт пароль. Воспользоваться ею может любой, у кого она есть, но только один раз и до { $end }. Скопируйте ссылку сейчас: больше она не будет показана.
invitation-link = Ссылка приглашения
invitation-none = Приглашение не создано: у пользователя есть пароль или ссылка, которая ещё действует.
invitation-mail = Почта: { $state }
invitation-follow = Доставку письма показывает <a href="/portal/admin/accounts/{ $account }">учётная запись</a>.
invitation-account = Учётная запись
not-mailed-not-set-up = не отправлено: почтовый сервер не настроен
not-mailed-full = не отправлено: слишком много писем ждёт почтового сервера
not-mailed-bad-address = не отправлено: на этот адрес письмо отправить нельзя

events-title = События
event = Событие
event-time = Время
event-by = Кто
event-signed-in = Вход
event-password-set = Пароль задан по приглашению
event-password-changed = Пароль изменён
event-invitation-made = Создано приглашение
event-account-made = Создана учётная запись
event-changed = { $field }: { $from } → { $to }
event-field-status = состояние
event-field-role = роль
event-field-price-level = уровень цен
event-field-configurator-access = доступ к конфигураторам
event-field-name = имя
event-field-company = компания
event-field-key = ключ
event-by-command = командная строка
event-by-owner = сам пользователь
event-by-source = с адреса { $source }

v1-none = Запросов к v1 пока не было. Серверы записывают запросы раз в минуту.
v1-callers = { $count ->
    [one] { $count } клиент. Серверы записывают запросы раз в минуту.
    [few] { $count } клиента, сначала недавние. Серверы записывают запросы раз в минуту.
   *[other] { $count } клиентов, сначала недавние. Серверы записывают запросы раз в минуту.
}
v1-table = Клиенты v1
v1-account = Учётная запись
v1-last-use = Последний запрос
v1-requests = Запросов
v1-routes = Маршруты
v1-route-last = последний { $at }
v1-nobody = без действительного токена или пароля
v1-others = другие учётные записи

look-item = Артикул или номер раздела
look-all-levels = Все уровни
look-button = Проверить
look-found-nothing = В хранилище нет ни товара с артикулом <bdi>{ $item }</bdi>, ни раздела с таким номером.
look-product = Товар
look-section = Раздел { $id }
look-public = Опубликован: включён и относится к опубликованным разделам: { $sections }.
look-not-public = Не опубликован: { $reason }.
look-in-v1 = В v1 он есть.
look-links = Разделы, к которым он относится
look-none = Нет.
look-link-missing = нет в хранилище.
look-lists = Списки и счётчики
look-lists-short = списки
look-primary = { $id }, { $rule }
look-selects = входит
look-leaves-out = не входит
look-has-price = { $outcome }: { $rule }
look-prices = Цены
look-price = Цена
look-stored = В хранилище
look-shown = Показана
look-rule = Правило
look-no-amount = нет
look-filter-values = Значения фильтров
look-filter = Фильтр
look-value = Значение
look-shown-for = Показано для
look-in-filters-of = В фильтрах разделов
look-left-out = Не показано: { $reason }
look-events = Последние события
look-no-events = В конце журнала изменений их нет.
look-change = Изменение
look-revision = Ревизия
look-sections = Разделы
look-written = Последний раз записан загрузкой с ревизией { $revision }, { $at }.
look-written-sometime = Последний раз записан загрузкой с ревизией { $revision }.
look-revisions = Ревизия хранилища — { $store }, этот сервер показывает ревизию { $shown }.
look-path = Путь к корню
look-counted-in = Его товары учтены в разделах
look-on-storefront = включён и есть на витрине
look-product-inactive = он выключен (isActive = false, удалён или не вошёл в полную загрузку)
look-product-no-section = он не относится ни к одному разделу
look-product-no-public-section = ни один из его разделов не опубликован
look-section-public = опубликован: он на витрине, и весь путь к нему включён
look-section-skipped = не опубликован: он { $reason }; v1 показывает его, а v2 — вложенные в него
look-section-switched-off = не опубликован: раздел { $id } { $reason }
look-section-missing-parent = не опубликован: в пути к нему нужен раздел { $id }, которого нет
look-section-loop = не опубликован: раздел { $id } вложен сам в себя
look-section-inactive = выключен (isActive = false)
look-section-service = служебный (isService = true)
look-section-no-url = не имеет адреса
look-section-other-host = на другом сайте
look-primary-chosen = выбран источником
look-primary-first = первый опубликованный: источник не выбрал ни одного из них
look-has-retail = у него есть розничная цена
look-has-sale = у него есть специальная цена, и действует акция
look-has-level = у него есть цена этого уровня
look-has-none = у него нет цены этого уровня
look-has-hidden = источник скрывает его цены
look-price-retail = розничная
look-price-personal = персональная, уровень { $level }
look-price-sale = акция
look-price-level = уровень { $level }
look-rule-stored = сумма из хранилища
look-rule-none = суммы нет или она равна нулю: по запросу
look-rule-hidden = источник скрывает цены: по запросу
look-rule-hidden-from-users = источник скрывает цены: по запросу, администраторам показана
look-rule-retail-level = у уровня Розн нет персональной цены
look-v1-hidden = источник скрывает цены: ноль
look-v1-sale = действует акция: специальная цена
look-v1-level = цена этого уровня
look-v1-retail = цены этого уровня нет: розничная
look-v1-none = цены нет: ноль
look-value-no-section = оно не указывает раздела
look-value-no-public-section = оно не указывает опубликованного раздела
look-value-counted = учтено
look-value-not-public = не учтено: раздел не опубликован
look-value-outside = не учтено: товара нет ни в разделе, ни во вложенных
look-value-no-filter = не учтено: в разделе нет фильтра с этим uid

status-about = Состояние сервера, который показал эту страницу, в тот момент.
status-server = Сервер
status-version = Версия
status-ready = Готов
status-loading = каталог ещё не загружен в память
status-stale = { $seconds ->
    [one] каталог не обновлялся { $seconds } секунду
    [few] каталог не обновлялся { $seconds } секунды
   *[other] каталог не обновлялся { $seconds } секунд
}
status-memory = Память
status-memory-of = { $own }, а также отображённые файлы: { $mapped }
status-unknown = неизвестно
status-connections = Соединения клиентов
status-of = { $present } из { $limit }
status-mebibytes = { $whole },{ $tenth } МиБ
status-v1 = v1
status-on = включена
status-off = выключена
status-on-until = включена, отключение объявлено на { $end }
status-catalog = Каталог
status-revision = Ревизия
status-imported = Загружен
status-never = никогда
status-storefront = Домен витрины
status-sections = Опубликовано разделов
status-products = Опубликовано товаров
status-last-event = Последнее событие ленты
status-held-back = Задержано событий
status-cache = Кэш ответов
status-store = Хранилище
status-kind = Вид
status-agreement = Последняя проверка новой ревизии
status-ago = { $whole },{ $tenth } с назад
status-failed-refreshes = Неудачных обновлений
status-pool = Соединения с базой данных
status-pool-of = открыто { $open }, свободно { $idle }, не больше { $limit }
status-without-connection = Запросов без соединения
status-standby = Резервное хранилище
status-standby-none = нет
status-standby-used = используется
status-standby-idle = не используется: читается основное
status-queues = Очереди
status-store-waits = Запросов в ожидании хранилища
status-refused-of-them = Из них отклонено
status-work-waits = Тяжёлых запросов в ожидании
status-work-runs = Тяжёлых запросов в работе
status-change-waits = Запросов в ожидании изменений
status-responses = Отправляемые ответы
status-responses-refused = Отклонено ответов
status-mail-waits = Писем в очереди
status-mail-none = не настроено
status-mail-given-up = Писем не доставлено
number = { $count }

attention-title = Требует внимания
attention-nothing = Сейчас ничего.
attention-requests = { $count ->
    [one] { $count } заявка на доступ
    [few] { $count } заявки на доступ
   *[other] { $count } заявок на доступ
}
attention-passwords = { $count ->
    [one] Новый пароль запрошен: { $count } учётная запись
    [few] Новый пароль запрошен: { $count } учётные записи
   *[other] Новый пароль запрошен: { $count } учётных записей
}
attention-import-stopped = Загрузка { $at }: { $state }
attention-file-stopped = Загрузка <bdi>{ $name }</bdi>, { $at }: { $state }
attention-import-warned = { $count ->
    [one] Загрузка { $at }: { $count } предупреждение
    [few] Загрузка { $at }: { $count } предупреждения
   *[other] Загрузка { $at }: { $count } предупреждений
}
attention-file-warned = { $count ->
    [one] Загрузка <bdi>{ $name }</bdi>, { $at }: { $count } предупреждение
    [few] Загрузка <bdi>{ $name }</bdi>, { $at }: { $count } предупреждения
   *[other] Загрузка <bdi>{ $name }</bdi>, { $at }: { $count } предупреждений
}
attention-store = Не удалось проверить загрузки: хранилище не отвечает
attention-key = Ключ <bdi>{ $email }</bdi> действует до { $end }
attention-more-keys = { $count ->
    [one] Скоро истечёт ещё { $count } ключ
    [few] Скоро истекут ещё { $count } ключа
   *[other] Скоро истекут ещё { $count } ключей
}
attention-mail-waits = { $count ->
    [one] { $count } письмо ждёт почтового сервера
    [few] { $count } письма ждут почтового сервера
   *[other] { $count } писем ждут почтового сервера
}
attention-mail-account = Последнее письмо для <bdi>{ $email }</bdi> не доставлено
attention-mail-accounts = { $count ->
    [one] Последние письма не доставлены: { $count } учётная запись
    [few] Последние письма не доставлены: { $count } учётные записи
   *[other] Последние письма не доставлены: { $count } учётных записей
}

level-example = { $level } (платит { $price } за { $product })
requests-reason = Причина отказа
requests-reason-hint = Будет отправлена пользователю письмом и сохранена в учётной записи. Если поле пустое, письма не будет.
requests-reason-unmailed = Будет сохранена в учётной записи. Этот сервер не отправляет писем.
event-set = { $field }: { $to }
event-field-decline-reason = причина отказа
mail-about-request-declined = заявка отклонена

accounts-csv = Скачать CSV
accounts-choose = Выбрать
accounts-choose-one = Выбрать { $email }
accounts-selected = Выбранные учётные записи
accounts-set-level = Задать уровень
error-unknown-order = Такого порядка сортировки нет.
error-none-selected = Выберите хотя бы одну учётную запись.
error-too-many-selected = За один раз можно изменить не больше { $most } учётных записей.
selected-title = Выбранные учётные записи
selected-count = Изменено учётных записей: { $changed } из { $all }.
selected-outcome = Результат
selected-changed = изменена
selected-unchanged = изменять не потребовалось
selected-waits = ждёт решения: см. заявки на доступ
selected-gone = её больше нет
selected-failed = не удалось изменить: повторите
selected-not-tried = не изменялась
requests-selected = Выбранные заявки
requests-selected-hint = Каждая выбранная заявка одобряется с этим уровнем цен, приглашение отправляется письмом. Роль и доступ к конфигуратору не меняются: их можно изменить в учётной записи.
requests-approve-selected = Одобрить выбранные
selected-approved = одобрена, приглашение отправляется
selected-not-mailed = одобрена, но приглашение не отправлено: создайте его в учётной записи
selected-decided = решение уже принято

seeing = Каталог от имени другой учётной записи
seeing-as = Вы смотрите каталог от имени <bdi>{ $email }</bdi>, уровень цен <bdi>{ $level }</bdi>.
seeing-begin = Каталог от имени пользователя
seeing-end = Вернуться к своему виду
event-erased = Учётная запись стёрта
event-seen-as = Просмотр каталога от имени этой учётной записи
error-sees-nothing = Каталог доступен только действующим учётным записям.

readers-title = Использование API по учётным записям
readers-text = Запросы к API этого сервера с момента его запуска и разделы, за изменениями которых учётные записи следят по курсору.
readers-none = Запросов к API пока не было.
readers-last = Последний запрос
readers-follows = Отслеживает
readers-up-to-date = без отставания
readers-behind = { $count ->
    [one] отстаёт на { $count } событие
    [few] отстаёт на { $count } события
   *[other] отстаёт на { $count } событий
}
readers-polled = опрос { $at }
