# Pages for everybody: the start, signing in, requesting access, setting a password.

home-title = Product catalog
home-text = The product catalog for shops: sections, products with prices and stock, and everything that changed, as an API and as pages. Access is granted on request, by an administrator.
home-empty = The store is empty. Import a catalog with <code>catalog import</code>: the server shows it by itself.
home-server = This server
home-version = Version
home-state = State
home-ready = Ready
home-not-ready = Not ready
home-revision = Catalog revision
home-api-reference = API reference
home-health = Health
back-to-start = Back to the home page
send-request = Send request
request-received = Your request was received

sign-in-unsaved = Your session had ended, so nothing was saved. Sign in and send the form again.
sign-in-password-set = Your password is set. Sign in with it.
sign-in-wrong = Wrong e-mail or password
sign-in-disabled = Your access is disabled

register-text = An administrator reviews every request.
register-received = An administrator will review it. Once it is approved, you get a link to set your password.

forgotten-password-text = You get a link to set a new password. Until then, the current one keeps working.
forgotten-password-received = If the address has access, its owner gets a link to set a new password.

password-title = Set your password
password-set = Set password
password-link-invalid = This link is no longer valid
password-link-invalid-text = A link works once, within 72 hours, until a newer one is created. Request another one.
