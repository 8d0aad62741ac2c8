# Pages for administrators.

requests-title = Requests for access
admin-account-title = Account
v1-title = Who still uses the old interface (v1)
look-title = Why is this (not) shown?
invitation-title = Invitation
accounts-title = Accounts
status-title = Status
status-pending = pending
status-active = active
status-disabled = disabled
nobody-yet = none
none-recorded = None recorded.
account-by-id = account { $id }
account-deleted = account { $id }, deleted
choose-level = Choose a level
choose-level-first = Choose a price level.
asked-once = once, first on { $at }
asked-often = { $count } times, first on { $at }

requests-none = Nobody is waiting for access.
requests-waiting = { $count } waiting, the oldest first.
requests-declined = The request was declined. It is among the <a href="/portal/admin/accounts?status=disabled">disabled accounts</a>.
requests-incomplete = Nothing was approved: a price level must be chosen. <a href="/portal/admin/requests">All requests</a>
requests-asked = Asked
approve = Approve
decline = Decline

accounts-search = Search
accounts-show = Show
accounts-search-hint = Part of an e-mail address, a name, a company or a phone number, or an id.
accounts-count = { $count ->
    [one] { $count } account
   *[other] { $count } accounts
}
accounts-all = all
accounts-password-requested = new password requested
accounts-no-password = no password
accounts-status = Status
page-first = First
page-last = Last ({ $number })

admin-account-id = Id
admin-account-since = Since
admin-account-last-sign-in = Last sign-in
admin-account-registered-again = Registered again
admin-account-times = { $count ->
    [one] once
   *[other] { $count } times
}
admin-account-password-requested = New password requested
admin-account-invitation-until = Invitation valid until
admin-account-change = Change
admin-account-waits = The account waits for a decision among the <a href="/portal/admin/requests">requests for access</a>.
admin-account-save = Save
admin-account-enable = Enable
admin-account-disable = Disable
admin-account-invite = New invitation
admin-account-was-changed = The account was changed.
admin-account-was-enabled = The account was enabled.
admin-account-was-disabled = The account was disabled. Its tokens and sessions have ended.
admin-account-was-approved = Access was approved.
admin-account-was-invited = A new invitation was made. Earlier links have stopped working.
admin-account-key-revoked = The key was revoked. No server accepts it any more.
admin-account-mail-tried = The message is sent now, if the mail server accepts it.

mail = Mail
mail-again = Send again
mail-unknown = this server has sent none to this account since it started: what waited when it stopped is lost, and other servers know of their own mail only.
mail-waits = mail waits
mail-failed = mail failed
mail-queued = { $about }, queued at { $at }: { $state }
mail-about-access-approved = access approved
mail-about-invitation = invitation
mail-about-forgotten-password = forgotten password
mail-about-access-restored = access restored
mail-accepted = the mail server has accepted it
mail-is-waiting = waits for the mail server; it is lost if this server stops
mail-is-refused = waits for the mail server, which has not accepted it since { $since } (<bdi>{ $reason }</bdi>); it is lost if this server stops
mail-given-up = not delivered (<bdi>{ $reason }</bdi>)

invitation-text = On this page the person sets a password. Anyone who has the link can do so, once, until { $end }. It is shown this once.
invitation-link = Invitation link
invitation-none = No invitation was made: the person has a password, or a link that is still valid.
invitation-mail = Mail: { $state }
invitation-follow = <a href="/portal/admin/accounts/{ $account }">The account</a> says what becomes of it.
invitation-account = The account
not-mailed-not-set-up = not mailed: no mail server is set up
not-mailed-full = not mailed: too many messages wait for the mail server
not-mailed-bad-address = not mailed: mail cannot be sent to this address

events-title = Events
event = Event
event-time = Time
event-by = By
event-signed-in = Signed in
event-password-set = Password set by an invitation
event-password-changed = Password changed
event-invitation-made = Invitation made
event-account-made = Account made
event-changed = { $field }: { $from } → { $to }
event-field-status = status
event-field-role = role
event-field-price-level = price level
event-field-configurator-access = configurator access
event-field-name = name
event-field-company = company
event-field-key = key
event-by-command = command line
event-by-owner = the person
event-by-source = from { $source }

v1-none = Nobody has called it so far. Servers record the requests once a minute.
v1-callers = { $count ->
    [one] { $count } caller, the latest first. Servers record the requests once a minute.
   *[other] { $count } callers, the latest first. Servers record the requests once a minute.
}
v1-table = Callers of v1
v1-account = Account
v1-last-use = Last use
v1-requests = Requests
v1-routes = Routes
v1-route-last = last { $at }
v1-nobody = without a valid token or password
v1-others = other accounts

look-item = Stock number or section id
look-all-levels = All levels
look-button = Explain
look-found-nothing = The store has no product with the stock number <bdi>{ $item }</bdi>, and no section with that id.
look-product = Product
look-section = Section { $id }
look-public = Public: active, and linked to the public sections { $sections }.
look-not-public = Not public: { $reason }.
look-in-v1 = v1 shows it.
look-links = Sections it is linked to
look-none = None.
look-link-missing = is not in the store.
look-lists = Lists and counters
look-lists-short = lists
look-primary = { $id }, { $rule }
look-selects = selects it
look-leaves-out = leaves it out
look-has-price = { $outcome }: { $rule }
look-prices = Prices
look-price = Price
look-stored = Stored
look-shown = Shown
look-rule = Rule
look-no-amount = none
look-filter-values = Filter values
look-filter = Filter
look-value = Value
look-shown-for = Shown for
look-in-filters-of = In the filters of
look-left-out = Left out: { $reason }
look-events = Latest events
look-no-events = None at the end of the change log.
look-change = Change
look-revision = Revision
look-sections = Sections
look-written = Written by the run of revision { $revision }, committed { $at }.
look-written-sometime = Written by the run of revision { $revision }.
look-revisions = The store is at revision { $store }, this server shows revision { $shown }.
look-path = Path to the root
look-counted-in = Its products count in
look-on-storefront = is active and on the storefront
look-product-inactive = it is inactive (isActive is false, or it was deleted or left out of a full import)
look-product-no-section = it is linked to no section
look-product-no-public-section = none of its sections is public
look-section-public = public: it is on the storefront, and its whole path is active
look-section-skipped = not public: it { $reason }; v1 shows it, and v2 its children
look-section-switched-off = not public: section { $id } { $reason }
look-section-missing-parent = not public: its path needs section { $id }, which is missing
look-section-loop = not public: section { $id } is its own ancestor
look-section-inactive = is inactive (isActive is false)
look-section-service = is a service section (isService is true)
look-section-no-url = has no URL
look-section-other-host = is on another host
look-primary-chosen = the source's choice
look-primary-first = the first public one: the source chose none of them
look-has-retail = it has a retail price
look-has-sale = it has a special price, and the sale is on
look-has-level = it has a price at this level
look-has-none = it has no price at this level
look-has-hidden = the source hides its prices
look-price-retail = retail
look-price-personal = personal at { $level }
look-price-sale = sale
look-price-level = levels { $level }
look-rule-stored = the stored amount
look-rule-none = no amount, or zero: on request
look-rule-hidden = the source hides the prices: on request
look-rule-hidden-from-users = the source hides the prices: on request, and shown to administrators
look-rule-retail-level = the level Розн has no personal price
look-v1-hidden = the source hides the prices: zero
look-v1-sale = the sale is on: the special price
look-v1-level = the price at this level
look-v1-retail = no price at this level: the retail price
look-v1-none = no price: zero
look-value-no-section = it names no section
look-value-no-public-section = it names no public section
look-value-counted = counted
look-value-not-public = not counted: the section is not public
look-value-outside = not counted: the product is not public in the section or below it
look-value-no-filter = not counted: the section has no filter of this uid

status-about = The state of the server that answered, at the time of this page.
status-server = Server
status-version = Version
status-ready = Ready
status-loading = the catalog is not loaded yet
status-stale = { $seconds ->
    [one] the catalog could not be refreshed for { $seconds } second
   *[other] the catalog could not be refreshed for { $seconds } seconds
}
status-memory = Memory
status-memory-of = { $own }, and { $mapped } of mapped files
status-unknown = unknown
status-connections = Connections of clients
status-of = { $present } of { $limit }
status-mebibytes = { $whole }.{ $tenth } MiB
status-v1 = v1
status-on = on
status-off = off
status-on-until = on, its end is announced for { $end }
status-catalog = Catalog
status-revision = Revision
status-imported = Imported
status-never = never
status-storefront = Storefront host
status-sections = Public sections
status-products = Public products
status-last-event = Last event of the feed
status-held-back = Events held back
status-cache = Response cache
status-store = Store
status-kind = Kind
status-agreement = Last agreement with memory
status-ago = { $whole }.{ $tenth } s ago
status-failed-refreshes = Failed refreshes
status-pool = Connections
status-pool-of = { $open } open, { $idle } idle, at most { $limit }
status-without-connection = Requests without a connection
status-standby = Standby
status-standby-none = none
status-standby-used = in use
status-standby-idle = not in use: the primary is read
status-queues = Queues
status-store-waits = Requests that wait for the store
status-refused-of-them = Refused of them
status-work-waits = Expensive requests that wait
status-work-runs = Expensive requests that run
status-change-waits = Requests that wait for changes
status-responses = Responses in flight
status-responses-refused = Refused responses
status-mail-waits = Mail that waits
status-mail-none = none is sent
status-mail-given-up = Mail given up
number = { $count }

attention-title = What waits for you
attention-nothing = Nothing.
attention-requests = { $count ->
    [one] { $count } request for access
   *[other] { $count } requests for access
}
attention-import-stopped = Import of { $at }: { $state }
attention-import-warned = { $count ->
    [one] Import of { $at }: { $count } warning
   *[other] Import of { $at }: { $count } warnings
}
attention-store = Imports could not be looked at: the store does not respond
attention-key = A key of <bdi>{ $email }</bdi> ends on { $end }
attention-more-keys = { $count ->
    [one] { $count } more key ends soon
   *[other] { $count } more keys end soon
}
attention-mail-waits = { $count ->
    [one] { $count } message waits for the mail server
   *[other] { $count } messages wait for the mail server
}
attention-mail-lost = { $count ->
    [one] { $count } message was not sent since this server started
   *[other] { $count } messages were not sent since this server started
}

level-example = { $level } (pays { $price } for { $product })
requests-reason = Reason for declining
requests-reason-hint = It is mailed to the person and kept with the account. Without one, nothing is mailed.
event-set = { $field }: { $to }
event-field-decline-reason = reason for declining
mail-about-request-declined = request declined

accounts-csv = As CSV
accounts-choose = Choose
accounts-choose-one = Choose { $email }
accounts-selected = The chosen accounts
accounts-set-level = Set the level
error-unknown-order = The order is none of those offered.
error-none-selected = Choose at least one account.
error-too-many-selected = At most { $most } accounts can be changed at once.
selected-title = Several accounts
selected-count = { $changed } of { $all } were changed.
selected-outcome = What became of it
selected-changed = changed
selected-unchanged = was so already
selected-waits = waits for a decision: see the requests
selected-gone = is no longer there
selected-failed = could not be changed now
selected-not-tried = not tried

seeing = The catalog as another account sees it
seeing-as = You see the catalog as <bdi>{ $email }</bdi> does, at the level <bdi>{ $level }</bdi>.
seeing-begin = See the catalog as this account
seeing-end = End this
event-seen-as = Catalog seen as this account
error-sees-nothing = An account that waits for a decision sees nothing.

readers-title = Usage by account
readers-text = The requests of programs to this server since it started, and the sections whose changes they follow by cursor.
readers-none = No program has read anything yet.
readers-last = Last request
readers-follows = Follows
readers-up-to-date = up to date
readers-behind = { $count ->
    [one] { $count } event of the catalog behind
   *[other] { $count } events of the catalog behind
}
readers-polled = asked { $at }
