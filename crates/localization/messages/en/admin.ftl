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
import = Import
import-try = Try of an import
error-import-unknown = There is no such import.
error-import-kind = Choose what the file has.
error-import-exception = An exception must be a whole number from 0 to 4,294,967,295.
error-import-too-many = At most { $most } imports may be received or wait at once. Please try again later.
error-import-too-large = A file must have at most { $most } MiB, sent or unpacked.
error-import-damaged = The file is damaged, or not packed as its name says (.gz or .zst).
error-import-empty = Choose a file; the one that was sent is empty.
error-import-incomplete = The file was not received completely. Please send it again.
error-import-not-tried = Only what was tried can be imported.
error-import-gone = The file is no longer stored, or was imported. Please send it again.
