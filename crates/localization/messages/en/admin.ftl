# Pages for administrators.

requests-title = Requests for access
admin-account-title = Account
v1-title = Who still uses v1
look-title = Why is this (not) shown?
invitation-title = Invitation
accounts-title = Accounts
imports-title = Imports
import-title = Import { $revision }
status-title = Status
status-pending = pending
status-active = active
status-disabled = disabled
