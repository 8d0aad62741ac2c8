# Рамка страниц, формы, ошибки, даты и то, что есть на нескольких страницах.

date = { $day } { $month ->
    [1] янв.
    [2] февр.
    [3] мар.
    [4] апр.
    [5] мая
    [6] июн.
    [7] июл.
    [8] авг.
    [9] сент.
    [10] окт.
    [11] нояб.
   *[12] дек.
} { $year }
products = { $count ->
    [one] { $count } товар
    [few] { $count } товара
   *[other] { $count } товаров
}

brand = Каталог
skip-to-content = Перейти к содержимому
navigation-main = Главное меню
navigation-administration = Управление
navigation-overview = Обзор
navigation-catalog = Каталог
navigation-account = Профиль
navigation-requests = Заявки
navigation-accounts = Учётные записи
navigation-imports = Загрузки
navigation-look = Видимость
navigation-readers = Использование API
navigation-v1 = Использование API v1
navigation-status = Состояние
navigation-waiting = { $count ->
    [one] ждёт { $count } заявка на доступ
    [few] ждут { $count } заявки на доступ
   *[other] ждут { $count } заявок на доступ
}
find-products = Найти товары
find = Найти
sign-out = Выйти
language = Язык
copy = Скопировать
copied = Скопировано
not-copied = Не скопировано
press-to-copy = Нажмите Ctrl+C
pages = Страницы
yes = Да
no = Нет
optional = (необязательно)

sign-in = Войти
request-access = Запросить доступ
forgotten-password = Забыли пароль?
field-email = Эл. почта
field-name = Имя
field-company = Компания
field-phone = Телефон
field-comment = Комментарий
field-password = Пароль
field-present-password = Текущий пароль
field-new-password = Новый пароль
field-new-password-hint = Не меньше 10 символов, не больше 72 латинских или 36 русских букв. Несколько слов запомнить легче, чем набор символов.
field-repeated-password = Повторите пароль

wrong-blank = Заполните это поле.
wrong-text = Не больше 200 символов, без управляющих, невидимых и похожих на другие.
wrong-comment = Не больше 2000 символов, без невидимых, кроме переводов строки и табуляций.
wrong-email = Введите адрес эл. почты: не больше 254 символов ASCII, национальный домен — в виде xn--.
wrong-password-rule = Введите не меньше 10 символов, не больше 72 латинских или 36 русских букв.
wrong-password = Неверный пароль.
wrong-repeated = Пароли не совпадают.
wrong-key-name = Не больше 100 символов, без управляющих, невидимых и похожих на другие.
wrong-key-in-name = Здесь есть ключ. Ключи держат в секрете, а название видно всем.
wrong-days = Введите число от 1 до { $most } или оставьте поле пустым.

error-back = К обзору
error-did-not-work = Не получилось
error-sign-in = Перейти ко входу
error-not-found = Не найдено
error-page-not-found = Такой страницы нет.
error-file-not-found = Такого файла нет.
error-account-not-found = Такой учётной записи нет.
error-key-not-found = Такого ключа нет.
error-section-not-found = Этого раздела нет в опубликованном каталоге.
error-product-not-found = Этого товара нет в опубликованном каталоге.
error-wrong-parameters = Неверные параметры
error-without-parameters = Открыть страницу без параметров
error-forged-form = Форма устарела
error-forged-form-text = Она относится к другому сеансу или другому сайту. Обновите страницу и повторите действие.
error-administrators-only = Только для администраторов
error-administrators-only-text = У вашей учётной записи нет доступа к этой странице.
error-method = Для этой страницы допустимы только методы { $allowed }.
error-too-long = Форма слишком большая
error-too-long-text = В форме может быть не больше { $most } байт.
error-form-unreadable = Форму не удалось прочитать.
error-request-unreadable = Запрос не удалось прочитать.
error-address-unreadable = Адрес страницы не удалось прочитать.
error-too-many = Слишком много попыток
error-too-many-text = { $seconds ->
    [one] Повторите через { $seconds } секунду.
    [few] Повторите через { $seconds } секунды.
   *[other] Повторите через { $seconds } секунд.
}
error-too-many-over = Теперь можно попробовать снова.
error-busy = Сервис занят
error-busy-text = Повторите чуть позже.
error-store-moved = Хранилище этого сервера перенесено: здесь больше ничего нельзя изменить.
error-failed = Что-то пошло не так
error-failed-text = Повторите чуть позже. Если это случится снова, сообщите администраторам номер запроса: { $request }.
error-unknown-role = Такой роли нет.
error-unknown-level = Такого уровня цен нет.
error-unknown-status = Такого состояния нет.
error-no-product-level = Ни у одного товара нет такого уровня цен.
error-search-too-long = Запрос может содержать не больше { $most } символов.
error-page-number = Параметр page — целое число от 1 до { $most }.
error-not-invitable = Пригласить можно только действующую учётную запись.
error-erase-own = Нельзя стереть собственную учётную запись: попросите другого администратора.
error-erase-last = Это последний администратор: сначала назначьте другого.
error-erase-importing = Идёт импорт от этой учётной записи: отмените его или дождитесь конца.
error-account-erased = Учётная запись стёрта, изменить её нельзя.
error-own-access = Нельзя отобрать доступ или роль у самого себя: попросите другого администратора.
error-decided = Решение по этой заявке уже принято, состояние учётной записи: { $status }.
error-key-in-address = В адресе есть ключ, а адреса попадают в журналы. Передавайте ключи в заголовке Authorization: Bearer, а этот ключ замените.
error-too-much = Слишком много запросов сразу
error-unknown-language = Такого языка нет.
plain = { $text }

help = Справка
help-text = Руководства для разработчиков, на английском языке. Все маршруты описаны в <a href="/docs">справочнике API</a>; как рассчитываются цены, объясняет раздел <a href="/portal/help/contract#prices">Prices</a>. Программы и пакеты есть на странице <a href="/download/">«Загрузки»</a>.

downloads = Загрузки
download-text = Программы и пакеты той же версии, что и этот сервер. Руководство <a href="/portal/help/first-afternoon">The first afternoon</a> показывает, как установить и запустить программу.
download-elsewhere = На этом сервере нет программы <code>catalog-client</code>. Её можно получить по адресу <a href="{ $url }">{ $url }</a>.
download-none = На этом сервере нет программы <code>catalog-client</code>. Спросите у тех, кто им управляет, где её взять.
download-file = Файл
download-kind = Содержимое
download-bytes = Байт
download-command = Установка
download-program = Программа catalog-client для Linux
download-debian = То же для Debian и Ubuntu, со службой
download-python = Пакет для Python
download-python-source = То же в исходном виде
download-typescript = Пакет для TypeScript и JavaScript
download-checksums = Контрольные суммы остальных файлов
