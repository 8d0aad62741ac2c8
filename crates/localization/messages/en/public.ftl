# Pages for everybody: the start, signing in, requesting access, setting a password.

home-title = Product catalog
home-text = This service gives shops a product catalog: sections, products with prices and stock, and what has changed. Access is given after a request and its approval by an administrator.
home-empty = The store is empty. Import a catalog with <code>catalog import</code>: the server shows it by itself.
home-server = This server
home-version = Version
home-state = State
home-ready = Ready
home-not-ready = Not ready
home-revision = Catalog revision
home-api-reference = API reference
home-health = Health
back-to-start = Back to the start
send-request = Send request
request-received = Your request was received

sign-in-password-set = Your password is set. Sign in with it.
sign-in-wrong = Wrong e-mail or password
sign-in-disabled = Your access is disabled

register-text = An administrator decides on every request.
register-received = An administrator looks at it. If it is approved, you get a link on which you set a password.

forgotten-password-text = You get a link on which you set a new one. Until then the present one works.
forgotten-password-received = If the address has access, its owner gets a link on which to set a new password.

password-title = Set your password
password-set = Set password
password-link-invalid = This link is no longer valid
password-link-invalid-text = A link works once, for 72 hours, until a newer one is made. Ask for another one.
