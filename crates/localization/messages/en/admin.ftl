# Pages for administrators.

requests-title = Access requests
admin-account-title = Account
v1-title = API v1 usage
look-title = Visibility check
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
asked-once = once, on { $at }
asked-often = { $count } times, first on { $at }

requests-none = No access requests are waiting.
requests-waiting = { $count } waiting, oldest first.
requests-declined = The request was declined. The account is now among the <a href="/portal/admin/accounts?status=disabled">disabled ones</a>.
requests-incomplete = Nothing was approved: choose a price level. <a href="/portal/admin/requests">All requests</a>
requests-asked = Requested
approve = Approve
decline = Decline

accounts-search = Search
accounts-show = Show
accounts-search-hint = Part of an e-mail address, name, company or phone number, or an account ID.
accounts-count = { $count ->
    [one] { $count } account
   *[other] { $count } accounts
}
accounts-all = all
accounts-password-requested = new password requested
accounts-mail-undelivered = message not delivered
accounts-no-password = no password
accounts-status = Status
page-first = First
page-last = Last ({ $number })

admin-account-id = Account ID
admin-account-since = Created
admin-account-last-sign-in = Last sign-in
admin-account-registered-again = Registered again
admin-account-times = { $count ->
    [one] once
   *[other] { $count } times
}
admin-account-password-requested = New password requested
admin-account-invitation-until = Invitation valid until
admin-account-correct = Correct name, company or phone
admin-account-change = Access
admin-account-waits = The account is waiting for a decision: see <a href="/portal/admin/requests">access requests</a>.
admin-account-save = Save
admin-account-enable = Enable
admin-account-disable = Disable
admin-account-invite = New invitation
admin-account-was-changed = The changes were saved.
admin-account-was-enabled = The account was enabled.
admin-account-was-erased = The account was erased: nobody is behind it any more.
admin-erase = Erase the account
admin-erase-question = Erase it for good? Name, company, address, telephone, comments, keys, links and events go and do not come back. The number of the account stays where imports name it.
admin-erase-yes = Erase for good
admin-account-was-disabled = The account was disabled. Its tokens and sessions have ended.
admin-account-was-approved = Access was approved.
admin-account-was-invited = A new invitation was created. Earlier links no longer work.
admin-account-key-revoked = The key was revoked. No server accepts it any more.
admin-account-mail-tried = The message is being sent again.

mail = Mail
mail-again = Send again
mail-unknown = this server has sent nothing to this account since it started. Mail that was queued when it stopped is lost, and mail of other servers is not shown here.
mail-waits = mail queued
mail-failed = mail failed
mail-queued = { $about }, queued at { $at }: { $state }
mail-about-access-approved = access approved
mail-about-invitation = invitation
mail-about-forgotten-password = forgotten password
mail-about-access-restored = access restored
mail-accepted = the mail server has accepted it
mail-is-waiting = waiting for the mail server; lost if this server stops
mail-is-refused = waiting for the mail server, which has not accepted it since { $since } (<bdi>{ $reason }</bdi>); lost if this server stops
mail-given-up = not delivered (<bdi>{ $reason }</bdi>)

invitation-text = The link opens a page where the user sets a password. Anyone who has the link can do so, once, until { $end }. Copy it now: it is shown only once.
invitation-link = Invitation link
invitation-none = No invitation was created: the user has a password, or a link that is still valid.
invitation-mail = Mail: { $state }
invitation-follow = Its delivery is shown with <a href="/portal/admin/accounts/{ $account }">the account</a>.
invitation-account = The account
not-mailed-not-set-up = not mailed: no mail server is set up
not-mailed-full = not mailed: too many messages are waiting for the mail server
not-mailed-bad-address = not mailed: mail cannot be sent to this address

events-title = Events
event = Event
event-time = Time
event-by = By
event-signed-in = Signed in
event-password-set = Password set by an invitation
event-password-changed = Password changed
event-invitation-made = Invitation created
event-account-made = Account created
event-changed = { $field }: { $from } → { $to }
event-field-status = status
event-field-role = role
event-field-price-level = price level
event-field-configurator-access = configurator access
event-field-name = name
event-field-company = company
event-field-key = key
event-by-command = command line
event-by-owner = the user
event-by-source = from { $source }

v1-none = No requests to v1 yet. Servers record requests once a minute.
v1-callers = { $count ->
    [one] { $count } client. Servers record requests once a minute.
   *[other] { $count } clients, most recent first. Servers record requests once a minute.
}
v1-table = Clients of v1
v1-account = Account
v1-last-use = Last request
v1-requests = Requests
v1-routes = Routes
v1-route-last = last { $at }
v1-nobody = without a valid token or password
v1-others = other accounts

look-item = Stock number or section ID
look-all-levels = All levels
look-button = Check
look-found-nothing = The store has no product with the stock number <bdi>{ $item }</bdi> and no section with that ID.
look-product = Product
look-section = Section { $id }
look-public = Public: active, and linked to public sections: { $sections }.
look-not-public = Not public: { $reason }.
look-in-v1 = v1 shows it.
look-links = Linked sections
look-none = None.
look-link-missing = is not in the store.
look-lists = Lists and counters
look-lists-short = lists
look-primary = { $id }, { $rule }
look-selects = included
look-leaves-out = not included
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
look-left-out = Not shown: { $reason }
look-events = Latest events
look-no-events = None at the end of the change log.
look-change = Change
look-revision = Revision
look-sections = Sections
look-written = Last written by the import of revision { $revision }, committed { $at }.
look-written-sometime = Last written by the import of revision { $revision }.
look-revisions = The store is at revision { $store }, this server shows revision { $shown }.
look-path = Path to the root
look-counted-in = Its products are counted in
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
look-primary-chosen = chosen by the source
look-primary-first = the first public section: the source chose none of them
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

status-about = The state of the server that made this page, at that time.
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
status-connections = Client connections
status-of = { $present } of { $limit }
status-mebibytes = { $whole }.{ $tenth } MiB
status-v1 = v1
status-on = on
status-off = off
status-on-until = on, until { $end } as announced
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
status-agreement = Last check for a new revision
status-ago = { $whole }.{ $tenth } s ago
status-failed-refreshes = Failed refreshes
status-pool = Database connections
status-pool-of = { $open } open, { $idle } idle, at most { $limit }
status-without-connection = Requests without a connection
status-standby = Standby
status-standby-none = none
status-standby-used = in use
status-standby-idle = not in use: the primary is read
status-queues = Queues
status-store-waits = Requests waiting for the store
status-refused-of-them = Of these, rejected
status-work-waits = Expensive requests waiting
status-work-runs = Expensive requests running
status-change-waits = Requests waiting for changes
status-responses = Responses in flight
status-responses-refused = Responses rejected
status-mail-waits = Mail queued
status-mail-none = not set up
status-mail-given-up = Mail not delivered
number = { $count }

attention-title = Needs attention
attention-nothing = Nothing at the moment.
attention-requests = { $count ->
    [one] { $count } access request
   *[other] { $count } access requests
}
attention-passwords = { $count ->
    [one] { $count } account asked for a new password
   *[other] { $count } accounts asked for a new password
}
attention-import-stopped = Import of { $at }: { $state }
attention-file-stopped = Import of <bdi>{ $name }</bdi>, { $at }: { $state }
attention-import-warned = { $count ->
    [one] Import of { $at }: { $count } warning
   *[other] Import of { $at }: { $count } warnings
}
attention-file-warned = { $count ->
    [one] Import of <bdi>{ $name }</bdi>, { $at }: { $count } warning
   *[other] Import of <bdi>{ $name }</bdi>, { $at }: { $count } warnings
}
attention-store = Imports could not be checked: the store does not respond
attention-key = A key of <bdi>{ $email }</bdi> expires on { $end }
attention-more-keys = { $count ->
    [one] { $count } more key expires soon
   *[other] { $count } more keys expire soon
}
attention-mail-waits = { $count ->
    [one] { $count } message is waiting for the mail server
   *[other] { $count } messages are waiting for the mail server
}
attention-mail-account = The last message to <bdi>{ $email }</bdi> was not delivered
attention-mail-accounts = The last messages to { $count } accounts were not delivered

level-example = { $level } (pays { $price } for { $product })
requests-reason = Reason for declining
requests-reason-hint = Mailed to the user and stored with the account. Without a reason, nothing is mailed.
requests-reason-unmailed = Stored with the account. This server sends no mail.
event-set = { $field }: { $to }
event-field-decline-reason = reason for declining
mail-about-request-declined = request declined

accounts-csv = Download CSV
accounts-choose = Select
accounts-choose-one = Select { $email }
accounts-selected = Selected accounts
accounts-set-level = Set price level
error-unknown-order = There is no such sort order.
error-none-selected = Select at least one account.
error-too-many-selected = At most { $most } accounts can be changed at once.
selected-title = Selected accounts
selected-count = { $changed } of { $all } accounts were changed.
selected-outcome = Result
selected-changed = changed
selected-unchanged = no change needed
selected-waits = waiting for a decision: see access requests
selected-gone = no longer exists
selected-failed = could not be changed: try again
selected-not-tried = not attempted
requests-selected = Selected requests
requests-selected-hint = Each selected request is approved with this price level, and an invitation is mailed. Role and configurator access stay as they are; change them in the account.
requests-approve-selected = Approve the selected
selected-approved = approved, the invitation is being mailed
selected-not-mailed = approved, but no invitation was mailed: create one in the account
selected-decided = already decided

seeing = The catalog as another account sees it
seeing-as = You are viewing the catalog as <bdi>{ $email }</bdi>, price level <bdi>{ $level }</bdi>.
seeing-begin = View the catalog as this account
seeing-end = Return to your own view
event-erased = Account erased
event-seen-as = Catalog viewed as this account
error-sees-nothing = Only active accounts can see the catalog.

readers-title = API usage by account
readers-text = The API requests to this server since it started, and the sections whose changes each account follows by cursor.
readers-none = No API requests yet.
readers-last = Last request
readers-follows = Follows changes of
readers-up-to-date = up to date
readers-behind = { $count ->
    [one] { $count } event behind
   *[other] { $count } events behind
}
readers-polled = polled { $at }
