# The frame of pages, forms, errors, dates, and what several pages share.

date = { $day } { $month ->
    [1] Jan
    [2] Feb
    [3] Mar
    [4] Apr
    [5] May
    [6] Jun
    [7] Jul
    [8] Aug
    [9] Sep
    [10] Oct
    [11] Nov
   *[12] Dec
} { $year }
products = { $count ->
    [one] { $count } product
   *[other] { $count } products
}

brand = Catalog
skip-to-content = Skip to content
navigation-main = Main
navigation-administration = Administration
navigation-overview = Overview
navigation-catalog = Catalog
navigation-account = Account
navigation-requests = Requests
navigation-accounts = Accounts
navigation-imports = Imports
navigation-look = Visibility
navigation-readers = API usage
navigation-v1 = API v1 usage
navigation-status = Status
navigation-waiting = { $count ->
    [one] { $count } access request is waiting
   *[other] { $count } access requests are waiting
}
find-products = Find products
find = Find
sign-out = Sign out
language = Language
copy = Copy
copied = Copied
not-copied = Not copied
press-to-copy = Press Ctrl+C
pages = Pages
yes = Yes
no = No
optional = (optional)

sign-in = Sign in
request-access = Request access
forgotten-password = Forgot your password?
field-email = E-mail
field-name = Name
field-company = Company
field-phone = Phone
field-comment = Comment
field-password = Password
field-present-password = Current password
field-new-password = New password
field-new-password-hint = At least 10 characters, at most 72 Latin or 36 Cyrillic ones. A few words are easier to remember than symbols.
field-repeated-password = Repeat password

wrong-blank = Please fill this in.
wrong-text = At most 200 characters, without control, invisible or look-alike characters.
wrong-comment = At most 2000 characters, without invisible ones other than line breaks and tabs.
wrong-email = Enter an e-mail address of at most 254 ASCII characters, with an international domain in its xn-- form.
wrong-password-rule = Enter at least 10 characters, at most 72 Latin or 36 Cyrillic ones.
wrong-password = The password is wrong.
wrong-repeated = The passwords do not match.
wrong-key-name = At most 100 characters, without control, invisible or look-alike characters.
wrong-key-in-name = This contains a key. Keys are secrets, and names are shown.
wrong-days = Enter a number from 1 to { $most }, or nothing.

error-back = Go to the overview
error-did-not-work = That did not work
error-sign-in = Go to sign-in
error-not-found = Not found
error-page-not-found = There is no such page.
error-file-not-found = There is no such file.
error-account-not-found = There is no such account.
error-key-not-found = There is no such key.
error-section-not-found = The section is not in the public catalog.
error-product-not-found = The product is not in the public catalog.
error-wrong-parameters = Wrong parameters
error-without-parameters = Open the page without parameters
error-forged-form = The form is no longer valid
error-forged-form-text = It belongs to another session or another site. Reload the page and try again.
error-administrators-only = Administrators only
error-administrators-only-text = Your account has no access to this page.
error-method = This page allows { $allowed } only.
error-too-long = The form is too large
error-too-long-text = The form must have at most { $most } bytes.
error-form-unreadable = The form cannot be read.
error-request-unreadable = The request cannot be read.
error-address-unreadable = The address of the page cannot be read.
error-too-many = Too many attempts
error-too-many-text = { $seconds ->
    [one] Try again in { $seconds } second.
   *[other] Try again in { $seconds } seconds.
}
error-too-many-over = You can try again now.
error-busy = The service is busy
error-busy-text = Please try again in a moment.
error-store-moved = The store of this server was moved elsewhere: nothing can be changed here any more.
error-failed = Something went wrong
error-failed-text = Please try again in a moment. If it happens again, give the administrators this request ID: { $request }.
error-unknown-role = There is no such role.
error-unknown-level = There is no such price level.
error-unknown-status = There is no such status.
error-no-product-level = No product has this price level.
error-search-too-long = A search must have at most { $most } characters.
error-page-number = The parameter page must be a whole number from 1 to { $most }.
error-not-invitable = Only an active account can be invited.
error-erase-own = You cannot erase your own account: ask another administrator.
error-erase-last = This is the last administrator: make another one first.
error-erase-importing = An import of this account is running: cancel it, or wait for its end.
error-account-erased = The account was erased and cannot be changed.
error-own-access = You cannot remove your own access or role: ask another administrator.
error-decided = This request was already decided: the account is { $status }.
error-key-in-address = The address contains a key, and addresses are logged. Send keys as Authorization: Bearer, and replace this one.
error-too-much = Too many requests at once
error-unknown-language = There is no such language.
plain = { $text }

help = Help
help-text = Guides for developers. The <a href="/docs">API reference</a> documents every route; <a href="/portal/help/contract#prices">Prices</a> explains how prices are calculated. Programs and packages are under <a href="/download/">Downloads</a>.

downloads = Downloads
download-text = Programs and packages of the release that this server runs. The guide <a href="/portal/help/first-afternoon">The first afternoon</a> installs and runs the program.
download-elsewhere = This server has no copy of the program <code>catalog-client</code>. It is at <a href="{ $url }">{ $url }</a>.
download-none = This server has no copy of the program <code>catalog-client</code>. Ask the people who run it where to get one.
download-file = File
download-kind = Contents
download-bytes = Bytes
download-command = To install
download-program = The program catalog-client for Linux
download-debian = The same for Debian and Ubuntu, with a service
download-python = Package for Python
download-python-source = The same as sources
download-typescript = Package for TypeScript and JavaScript
download-checksums = Checksums of the other files
