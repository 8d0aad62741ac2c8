# Страницы о том, кто вошёл.

actions = Действия
price-level = Уровень цен
role = Роль
role-admin = Администратор
role-user = Пользователь
configurator-access = Доступ к конфигураторам

overview-title = Обзор
overview-your-token = Ваш токен доступа
overview-token-once = Он показан только сейчас. Он действует до { $end } или до смены пароля.
overview-token = Токен доступа
overview-your-access = Ваш доступ
overview-get-token = Получить токен доступа
overview-catalog = Каталог
overview-revision = Ревизия
overview-products = Товаров
overview-sections = Разделов
overview-first-steps = Первые шаги
overview-first-steps-text = Запросы передают ваш ключ: <a href="/portal/keys">создайте его</a> и поставьте на место <code>YOUR_KEY</code>. Руководство <a href="/portal/help/first-afternoon">The first afternoon</a> ведёт оттуда к копии раздела, которая не отстаёт от каталога.
overview-example = Пример для { $language }
overview-copy-example = Скопировать<span class="visually-hidden"> пример для { $language }</span>

account-title = Профиль
account-password-changed = Пароль изменён. Все другие сеансы и токены прекращены.
account-you = Вы
account-programs = Программы
account-programs-text = Программы входят со своими <a href="/portal/keys">ключами</a>, а не с вашим паролем.
account-change-password = Сменить пароль
account-change-password-text = Все другие сеансы и все токены доступа прекратятся.

keys-title = Ключи
keys-new = Ваш новый ключ
keys-new-text = Он показан только сейчас. Храните его там, где его найдёт лишь ваша программа.
keys-key = Ключ
keys-text = Ключ впускает программу без вашего пароля. Ему позволено меньше, чем вам, и его можно отозвать, ничего больше не меняя.
keys-none = У вас нет ключей.
keys-make = Создать ключ
keys-name = Название
keys-id = Номер
keys-right = Право
keys-right-read = чтение (read)
keys-right-import = загрузка (import)
keys-right-admin = управление (admin)
keys-days = Сколько дней действует
keys-days-hint = От 1 до { $most }; пустое поле — бессрочно.
keys-ends = Действует до
keys-ends-never = бессрочно
keys-ended = истёк
keys-ends-soon = скоро истечёт: создайте новый
keys-last-used = Последнее использование
keys-used-never = ещё не было
keys-revoke = Отозвать<span class="visually-hidden"> { $name }</span>
keys-refused-right = Ключ не создан: ключи с этим правом бывают только у администраторов.
keys-refused-too-many = Ключ не создан: у учётной записи уже 10 действующих ключей.
keys-refused-not-active = Ключ не создан: учётная запись не действует.
