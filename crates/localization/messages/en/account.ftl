# Pages about the person who is signed in.

actions = Actions
price-level = Price level
role = Role
role-admin = Administrator
role-user = User
configurator-access = Configurator access

overview-title = Overview
overview-changes-since-visit = Changes since your last visit
overview-changes = Changes
overview-changes-in-visited = Since { $since }, in the sections that you look at.
overview-changes-in-all = Since { $since }. Open a section, and its changes are here next time.
overview-changes-more = There are more changes in:
overview-changes-unreadable = Changes cannot be read at the moment. Please try again later.
overview-visited = Sections that you look at
overview-all-sections = All sections
overview-lists = Price lists and links
overview-lists-text = Every section and every search has a price list: a file for you, or a link with which a program downloads it.
overview-no-links = You have no links.
overview-manage-links = Manage links
overview-for-programs = For programs
overview-your-token = Your access token
overview-token-once = Copy it now: it is shown only once. It expires at { $end }, or when your password changes.
overview-token = Access token
overview-your-access = Your access
overview-get-token = Get an access token
overview-catalog = The catalog
overview-revision = Revision
overview-products = Products
overview-sections = Sections
overview-first-steps = First steps
overview-first-steps-text = Requests need a key: <a href="/portal/keys">create one</a>, and replace <code>YOUR_KEY</code> with it. The guide <a href="/portal/help/first-afternoon">The first afternoon</a> leads from there to a copy of a section that stays in sync.
overview-example = Example for { $language }
overview-copy-example = Copy<span class="visually-hidden"> the example for { $language }</span>

account-title = Account
account-password-changed = Your password was changed. All other sessions were signed out, and all tokens revoked.
account-you = Your details
account-programs = Programs
account-programs-text = Programs sign in with <a href="/portal/keys">keys</a> instead of your password.
account-change-password = Change password
account-change-password-text = All other sessions are signed out, and all access tokens revoked.

keys-title = API keys
keys-new = Your new key
keys-new-text = Copy it now: it is shown only once. Store it where only your program can read it.
keys-key = Key
keys-text = A program signs in with a key instead of your password. A key has fewer rights than you, and can be revoked at any time without affecting anything else.
keys-none = You have no keys.
keys-make = Create a key
keys-name = Name
keys-id = ID
keys-right = Right
keys-right-read = read
keys-right-import = import
keys-right-admin = admin
keys-days = Days until it expires
keys-days-hint = 1 to { $most }; leave it empty for no expiration.
keys-ends = Expires
keys-ends-never = never
keys-ended = expired
keys-ends-soon = expires soon: create another
keys-last-used = Last used
keys-used-never = never
keys-revoke = Revoke<span class="visually-hidden"> { $name }</span>
keys-revoke-question = Programs with this key stop working at once.
keys-revoke-now = Revoke now<span class="visually-hidden">: { $name }</span>
keys-refused-right = The key was not created: only administrators may have keys with this right.
keys-refused-too-many = The key was not created: the account already has 10 keys that have not expired.
keys-refused-not-active = The key was not created: the account is not active.
