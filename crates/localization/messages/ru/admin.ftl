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
