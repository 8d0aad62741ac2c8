# Страницы для администраторов.

requests-title = Заявки на доступ
admin-account-title = Учётная запись
v1-title = Кто ещё пользуется v1
look-title = Почему это (не) видно?
invitation-title = Приглашение
accounts-title = Учётные записи
imports-title = Загрузки
import-title = Загрузка { $revision }
status-title = Состояние
status-pending = ждёт решения
status-active = действует
status-disabled = отключена
