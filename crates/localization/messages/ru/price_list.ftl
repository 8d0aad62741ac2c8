# Прайс-листы и ссылки на них.

price-list-title = Прайс-лист
price-list-text = Все товары этого списка по вашим ценам в одном файле.
price-list-failed = Сейчас прайс-лист составить нельзя. Попробуйте ещё раз чуть позже.
price-list-make-link = Ссылка для программ
price-list-make-link-text = По ссылке программа скачивает этот список по вашим ценам на тот момент, больше ничем не подтверждая доступ. Это сможет сделать каждый, у кого есть ссылка.
price-list-link = Ссылка
price-list-new-link = Ваша новая ссылка
price-list-new-link-text = Она показана один раз. Отозвать её можно среди ваших <a href="/portal/keys">ключей</a>.
price-list-format = Формат
price-list-language = Заголовки и числа
price-list-english = Английские: десятичная точка
price-list-russian = Русские: десятичная запятая
price-list-too-long = Ссылка не создана: у списка слишком много фильтров для ссылки.
keys-right-download = скачивание одного прайс-листа (download)
