# Pages of imports. What an import says of its file and its report is in English.

imports-title = Imports
import-title = Import { $revision }
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

import-run = Run
import-time = Time
import-mode = Mode
import-who = Who
import-files = Files
import-from = From
import-from-http = HTTP
import-from-command = command
import-state = State
import-records = Records
import-ended = Ended
import-ended-at = { $at }
import-ended-after = { $at }, after { $duration }
import-seconds = { $whole }.{ $tenth } s
import-tried-on = Tried on revision
import-revision = Revision
import-by = <bdi>{ $email }</bdi>
import-by-key = <bdi>{ $email }</bdi>, key <bdi>{ $key }</bdi>
import-warnings = Warnings
import-none = None.
import-nothing = Nothing.
import-look = Why it is shown or not:
import-hidden-warnings = { $count } without a recorded text.
import-kind-delta = delta
import-kind-full = full
import-kind-resources = resources
import-state-receiving = receiving
import-state-waiting = waiting
import-state-running = running
import-state-done = done
import-state-rejected = rejected
import-state-failed = failed
import-state-cancelled = cancelled
import-phase-reading = reading
import-phase-checking = checking
import-phase-committing = committing
import-is-try = try

imports-try = Try a file
imports-try-text = Nothing is changed: you see what would be, and can then import exactly this file. It has records of the <a href="/docs">import format</a>, may be packed (.gz, .zst), and has at most { $most } MiB.
imports-cut-off = The upload was cut off. Please try again.
imports-file = File, or drop it here
imports-sent = Sent
imports-try-it = Try it
imports-none = No import is recorded yet. Imports of commands that change nothing are not recorded.
imports-history = History
imports-count = { $count ->
    [one] { $count } import. Command-line imports that changed nothing are not listed.
   *[other] { $count } imports, newest first. Command-line imports that changed nothing are not listed.
}
imports-created = Created
imports-updated = Updated
imports-deactivated = Deactivated
imports-renamed = Renamed
imports-unchanged = Unchanged
imports-products-of = { $created } created, { $updated } updated, { $deactivated } deactivated
imports-events = Events
imports-events-of = { $content } content, { $commercial } commercial, { $removed } removed
imports-public = Public

import-fields-kind = What the file has
import-fields-delta = Changes: everything else stays
import-fields-full = The whole catalog: what is missing becomes inactive
import-fields-resources = Links to documentation and software
import-fields-exceptions = Exceptions
import-fields-removals = Let so many products stop being public
import-fields-renames = Let at most so many products get another stock number
import-fields-empty = Let a first import have no section on the storefront

import-outdated-refusal = Nothing was imported: another import came between. What it would change now has to be tried again.
import-was-rejected = Nothing was written: the file or a guard stopped it.
import-can-be-imported = It can be imported. Nothing was written yet.
import-is-done = Everything is in the catalog.
import-was-not-written = Nothing was written.
import-read = { $count ->
    [one] { $state }, { $count } record read
   *[other] { $state }, { $count } records read
}
import-read-at = { $count ->
    [one] { $state }, { $count } record read, { $rate } a second
   *[other] { $state }, { $count } records read, { $rate } a second
}
import-state-phase = { $state }: { $phase }
import-present-state = Show the present state
import-cancel = Cancel
import-exactly = Import exactly this
import-is-outdated = The catalog has changed since. Try it again.
import-changes-nothing = It changes nothing, so there is nothing to import.
import-again = Try it again
import-still-here = The file is still here.
import-problems = Problems
import-part = Part
import-line = Line
import-field = Field
import-what-is-wrong = What is wrong
import-would-change = What it would change
import-changed = What it changed

report-counts = Counts
report-kind = Kind
report-public-before = Public before
report-public-after = Public after
report-sections = Sections
report-products = Products
report-events = Events: { $events }.
report-new-levels = New price levels
report-prices = Prices that move by more than half
report-prices-count = { $count ->
    [one] { $count } product.
   *[other] { $count } products.
}
report-prices-first = { $count } products, of which the first { $shown } are shown.
report-stock-number = Stock number
report-level = Level
report-before = Before
report-after = After
report-samples = Samples before and after
report-no-samples = No product is written.
report-when = When
report-when-before = before
report-when-after = after
report-active = Active
report-retail = Retail
report-other-prices = Other prices
report-is-new = new
report-yes = yes
report-no = no
dash = –

chart-name = { $title }. { $description }
chart-caption = { $title }: { $description }
chart-products = Public products
chart-products-from = From { $first } public products after the first of these imports to { $last } after the last.
chart-products-only = { $count } public products after this import.
chart-events = Change events
chart-events-all = { $total } events in { $imports } imports, at most { $most } in one.
chart-events-only = { $total } events in this import.
