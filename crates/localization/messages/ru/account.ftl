# Страницы о том, кто вошёл.

actions = Действия
price-level = Уровень цен
role = Роль
role-admin = Администратор
role-user = Пользователь
configurator-access = Доступ к конфигураторам

overview-title = Обзор
overview-changes-since-visit = Изменения с вашего прошлого посещения
overview-changes = Изменения
overview-changes-in-visited = С { $since }, в разделах, которые вы смотрите.
overview-changes-in-all = С { $since }. Откройте раздел, и в следующий раз здесь будут его изменения.
overview-changes-more = Другие изменения есть в разделах:
overview-changes-unreadable = Сейчас изменения прочитать нельзя. Попробуйте позже.
overview-visited = Разделы, которые вы смотрите
overview-all-sections = Все разделы
overview-lists = Прайс-листы и ссылки
overview-lists-text = У каждого раздела и каждого поиска есть прайс-лист: файл для вас или ссылка, по которой его скачивает программа.
overview-no-links = У вас нет ссылок.
overview-manage-links = Управление ссылками
overview-for-programs = Для программ
overview-your-token = Ваш токен доступа
overview-token-once = Скопируйте его сейчас: больше он не будет показан. Токен действует до { $end } или до смены пароля.
overview-token = Токен доступа
overview-your-access = Ваш доступ
overview-get-token = Получить токен доступа
overview-catalog = Каталог
overview-revision = Ревизия
overview-products = Товаров
overview-sections = Разделов
overview-first-steps = Первые шаги
overview-first-steps-text = Запросам нужен ключ: <a href="/portal/keys">создайте его</a> и подставьте вместо <code>YOUR_KEY</code>. Руководство <a href="/portal/help/first-afternoon">The first afternoon</a> покажет, как получить копию раздела и поддерживать её в актуальном состоянии.
overview-example = Пример для { $language }
overview-copy-example = Скопировать<span class="visually-hidden"> пример для { $language }</span>

account-title = Профиль
account-password-changed = Пароль изменён. Все другие сеансы завершены, токены отозваны.
account-you = Ваши данные
account-programs = Программы
account-programs-text = Программы входят по <a href="/portal/keys">ключам</a>, пароль им не нужен.
account-change-password = Сменить пароль
account-change-password-text = Все другие сеансы будут завершены, а токены доступа отозваны.

keys-title = Ключи API
keys-new = Ваш новый ключ
keys-new-text = Скопируйте его сейчас: больше он не будет показан. Храните его там, где его сможет прочитать только ваша программа.
keys-key = Ключ
keys-text = Программа входит по ключу вместо вашего пароля. У ключа меньше прав, чем у вас, и его можно отозвать в любой момент: на остальное это не повлияет.
keys-none = У вас нет ключей.
keys-make = Создать ключ
keys-name = Название
keys-id = ID
keys-right = Право
keys-right-read = чтение (read)
keys-right-import = загрузка (import)
keys-right-admin = управление (admin)
keys-days = Срок действия, дней
keys-days-hint = От 1 до { $most }; пустое поле — бессрочно.
keys-ends = Действует до
keys-ends-never = бессрочно
keys-ended = истёк
keys-ends-soon = скоро истечёт, создайте новый
keys-last-used = Последнее использование
keys-used-never = не использовался
keys-revoke = Отозвать<span class="visually-hidden"> { $name }</span>
keys-revoke-question = Программы с этим ключом сразу перестанут работать.
keys-revoke-now = Отозвать сейчас<span class="visually-hidden">: { $name }</span>
keys-refused-right = Ключ не создан: такое право могут иметь только ключи администраторов.
keys-refused-too-many = Ключ не создан: у учётной записи уже 10 действующих ключей.
keys-refused-not-active = Ключ не создан: учётная запись не действует.
