# Pages about the person who is signed in.

actions = Actions
price-level = Price level
role = Role
role-admin = Administrator
role-user = User
configurator-access = Configurator access

overview-title = Overview
overview-your-token = Your access token
overview-token-once = It is shown this once. It ends at { $end }, or when your password changes.
overview-token = Access token
overview-your-access = Your access
overview-get-token = Get an access token
overview-catalog = The catalog
overview-revision = Revision
overview-products = Products
overview-sections = Sections
overview-first-steps = First steps
overview-first-steps-text = Requests carry a key of yours: <a href="/portal/keys">make one</a>, and put it where <code>YOUR_KEY</code> is. The <a href="/portal/help/first-afternoon">first afternoon</a> leads from there to a copy of a section that stays in step.
overview-example = Example for { $language }
overview-copy-example = Copy<span class="visually-hidden"> the example for { $language }</span>

account-title = Account
account-password-changed = Your password was changed. All other sessions and tokens have ended.
account-you = You
account-programs = Programs
account-programs-text = Programs get in with <a href="/portal/keys">keys</a> of their own, not with your password.
account-change-password = Change password
account-change-password-text = This ends all other sessions and all access tokens.

keys-title = Keys
keys-new = Your new key
keys-new-text = It is shown this once. Keep it where only your program finds it.
keys-key = Key
keys-text = A key lets a program in without your password. It can do less than you, and is revoked without changing anything else.
keys-none = You have no keys.
keys-make = Make a key
keys-name = Name
keys-id = Id
keys-right = Right
keys-right-read = read
keys-right-import = import
keys-right-admin = admin
keys-days = Days until it ends
keys-days-hint = 1 to { $most }; empty: it never ends.
keys-ends = Ends
keys-ends-never = never
keys-ended = ended
keys-ends-soon = soon: make another one
keys-last-used = Last used
keys-used-never = never
keys-revoke = Revoke<span class="visually-hidden"> { $name }</span>
keys-refused-right = No key was made: only administrators may have keys with this right.
keys-refused-too-many = No key was made: the account has 10 keys already that have not ended.
keys-refused-not-active = No key was made: the account is not active.
