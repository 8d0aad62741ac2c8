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
skip-to-content = К содержанию
navigation-main = Главное меню
navigation-administration = Управление
navigation-overview = Обзор
navigation-catalog = Каталог
navigation-account = Профиль
navigation-requests = Заявки
navigation-accounts = Учётные записи
navigation-imports = Загрузки
navigation-look = Видимость
navigation-readers = Читатели
navigation-v1 = Старый API
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
field-new-password-hint = От 10 до 72 байт; несколько слов запомнить легче, чем знаки.
field-repeated-password = Повторите пароль

wrong-blank = Заполните это поле.
wrong-text = Не больше 200 знаков, без управляющих, невидимых и похожих на другие.
wrong-comment = Не больше 2000 знаков, без невидимых, кроме концов строк и табуляций.
wrong-email = Нужен адрес электронной почты: не больше 254 знаков ASCII, национальный домен — в виде xn--.
wrong-password-rule = Нужно от { $least } до { $most } байт, без знака NUL.
wrong-password = Неверный пароль.
wrong-repeated = Пароли не совпадают.
wrong-key-name = Не больше 100 знаков.
wrong-key-in-name = Здесь есть ключ. Ключи держат в секрете, а название видно.
wrong-days = Число от 1 до { $most } или пустое поле.

error-back = К обзору
error-did-not-work = Не получилось
error-sign-in = Перейти ко входу
error-not-found = Не найдено
error-page-not-found = Такой страницы нет.
error-file-not-found = Такого файла нет.
error-account-not-found = Такой учётной записи нет.
error-key-not-found = Такого ключа нет.
error-section-not-found = Этого раздела нет в открытом каталоге.
error-product-not-found = Этого товара нет в открытом каталоге.
error-import-not-found = Загрузки с такой ревизией нет в журнале.
error-request-gone = Этой заявки больше нет.
error-wrong-parameters = Неверные параметры
error-without-parameters = Открыть страницу без параметров
error-forged-form = Форма устарела
error-forged-form-text = Она создана для другого сеанса или другим сайтом. Откройте страницу ещё раз и повторите действие.
error-administrators-only = Только для администраторов
error-administrators-only-text = Вашей учётной записи эта страница недоступна.
error-method = Для этой страницы допустимы только { $allowed }.
error-too-long = Слишком длинно
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
error-failed = Что-то пошло не так
error-failed-text = Повторите чуть позже. Если это случится снова, сообщите администраторам номер { $request }.
error-unknown-role = Такой роли нет.
error-unknown-level = Такого уровня цен нет.
error-unknown-status = Такого состояния нет среди предложенных.
error-no-product-level = Ни у одного товара нет такого уровня цен.
error-search-too-long = В запросе может быть не больше { $most } знаков.
error-page-number = Параметр page — целое число от 1 до { $most }.
error-not-invitable = Пригласить можно только действующую учётную запись.
error-own-access = Нельзя отнять доступ или роль у самого себя: попросите другого администратора.
error-decided = Решение по этой заявке уже принято, состояние учётной записи: { $status }.
error-key-in-address = В адресе есть ключ, а адреса попадают в чужие журналы. Передавайте ключи как Authorization: Bearer, а этот замените.
error-too-much = Слишком много запросов сразу
error-unknown-language = Такого языка нет среди предложенных.
plain = { $text }

help = Справка
help-text = Руководства для тех, кто пишет программы для этого сервиса, на английском языке. Каждый запрос описан в <a href="/docs">справке по API</a>, а то, как получается цена, — в разделе <a href="/portal/help/contract#prices">Prices</a>.
