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
navigation-readers = Readers
navigation-v1 = Old interface
navigation-status = Status
navigation-waiting = { $count ->
    [one] { $count } request for access waits
   *[other] { $count } requests for access wait
}
find-products = Find products
find = Go
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
forgotten-password = Forgotten password
field-email = E-mail
field-name = Name
field-company = Company
field-phone = Phone
field-comment = Comment
field-password = Password
field-present-password = Present password
field-new-password = New password
field-new-password-hint = 10 to 72 bytes; a few words are easier to remember than signs.
field-repeated-password = Repeat password

wrong-blank = Please fill this in.
wrong-text = At most 200 characters, none of them a control, invisible or look-alike character.
wrong-comment = At most 2000 characters, none of them invisible other than line ends and tabs.
wrong-email = This must be an e-mail address of at most 254 ASCII characters; an international domain in its xn-- form.
wrong-password-rule = This must have { $least } to { $most } bytes and no NUL character.
wrong-password = The password is wrong.
wrong-repeated = This differs from the new password.
wrong-key-name = At most 100 characters.
wrong-key-in-name = This contains a key. Keys are secrets, and names are shown.
wrong-days = A number from 1 to { $most }, or nothing.

error-back = Go to the overview
error-did-not-work = That did not work
error-sign-in = Go to signing in
error-not-found = Not found
error-page-not-found = There is no such page.
error-file-not-found = There is no such file.
error-account-not-found = There is no such account.
error-key-not-found = There is no such key.
error-section-not-found = The section is not in the public catalog.
error-product-not-found = The product is not in the public catalog.
error-import-not-found = No import of this revision is recorded.
error-request-gone = The request is no longer there.
error-wrong-parameters = Wrong parameters
error-without-parameters = Open the page without parameters
error-forged-form = The form is no longer valid
error-forged-form-text = It was made for another session, or by another site. Open the page again and repeat what you did.
error-administrators-only = Administrators only
error-administrators-only-text = Your account may not see this page.
error-method = This page allows { $allowed } only.
error-too-long = That is too long
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
error-failed = Something went wrong
error-failed-text = Please try again in a moment. If it happens again, tell the administrators the number { $request }.
error-unknown-role = The role is unknown.
error-unknown-level = The price level is none of those known.
error-unknown-status = The status is none of those offered.
error-no-product-level = No product has this price level.
error-search-too-long = A search must have at most { $most } characters.
error-page-number = The parameter page must be a whole number from 1 to { $most }.
error-not-invitable = Only an active account can be invited.
error-own-access = You cannot take your own access or role away: ask another administrator.
error-decided = Somebody has decided about this request already: the account is { $status }.
error-key-in-address = The address has a key in it, where others log it. Send keys as Authorization: Bearer, and replace this one.
error-too-much = Too many requests at once
error-unknown-language = The language is none of those offered.
plain = { $text }

help = Help
help-text = Guides for people who write programs for this service. Every route by itself is in the <a href="/docs">API reference</a>; <a href="/portal/help/contract#prices">Prices</a> tells how a price comes about.
