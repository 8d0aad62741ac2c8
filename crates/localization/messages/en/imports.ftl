# Pages of imports. What an import says of its file and its report is in English.

imports-title = Imports
import = Import
import-title = Import { $revision }
import-of = Import of { $name }
import-try = Dry run of an import
import-try-of = Dry run of { $name }
error-import-unknown = There is no such import.
error-import-kind = Choose what the file contains.
error-import-exception = This must be a whole number from 0 to 4,294,967,295.
error-import-too-many = At most { $most } imports may be received or waiting at once. Please try again later.
error-import-table = A CSV file has offers: it is imported as changes.
error-import-too-many-own = At most { $most } imports of one account may be received or waiting at once. Please try again later.
error-import-too-large = A file must have at most { $most } MiB, sent or unpacked.
error-import-damaged = The file is damaged, or not packed as its name says (.gz or .zst).
error-import-empty = Choose a file; the one that was sent is empty.
error-import-incomplete = The file was not received completely. Please send it again.
error-import-not-undoable = Only the last 20 imports can be undone, and none before one that replaced too much to be stored.
error-import-not-tried = Only a file that passed a dry run can be imported.
error-import-gone = The file is no longer stored, or was already imported. Please send it again.

import-run = Run
import-time = Time
import-mode = Mode
import-who = Started by
import-files = Files
import-from = Source
import-from-http = HTTP
import-from-command = command line
import-state = State
import-records = Records
import-ended = Ended
import-ended-at = { $at }
import-ended-after = { $at }, after { $duration }
import-seconds = { $whole }.{ $tenth } s
import-tried-on = Dry run on revision
import-revision = Revision
import-by = <bdi>{ $email }</bdi>
import-by-key = <bdi>{ $email }</bdi>, key <bdi>{ $key }</bdi>
import-warnings = Warnings
import-see = Mark as seen
import-seen = Marked as seen by <bdi>{ $email }</bdi> at { $at }.
import-none = None.
import-nothing = Nothing.
import-look = Visibility:
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
import-is-try = dry run
import-try-before = The dry run of this file

imports-try = Import a file
imports-offers = <a href="/portal/admin/offers.csv" download>Download all present prices and stock</a> as a table of offers, change it and choose it here.
imports-offers-failed = The table cannot be made now. Please try again in a moment.
imports-try-text = A dry run comes first: it changes nothing and shows what would change. You can then import exactly this file. It contains records in the <a href="/portal/help/import-format">import format</a> or is a <a href="/portal/help/import-format#a-table-of-offers">table of offers</a> (.csv), may be compressed (.gz, .zst), and has at most { $most } MiB.
imports-cut-off = The upload was interrupted. Please try again.
imports-stopped = The upload was stopped. Nothing was stored.
imports-amount = { $sent } of { $total } MiB, { $rate } MiB/s
imports-stop = Stop the upload
imports-file = File, or drop it here
imports-sent = Uploaded
imports-try-it = Start the dry run
imports-none = No imports yet. Command-line imports that change nothing are not listed.
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

import-fields-kind = Content of the file
import-fields-delta = Changes: everything else stays as it is
import-fields-full = The whole catalog: what is missing becomes inactive
import-fields-resources = Links to documentation and software
import-fields-exceptions = Exceptions from safety checks
import-fields-removals = Maximum number of products that stop being public
import-fields-renames = Maximum number of products whose stock number changes
import-fields-empty = Allow a first import without any section on the storefront

import-outdated-refusal = Nothing was imported: another import changed the catalog in between. Repeat the dry run to see what would change now.
import-was-rejected = Nothing was written: the file has errors, or a safety check stopped the import.
import-can-be-imported = The dry run is complete. Nothing was written yet.
import-is-done = The import is complete.
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
import-present-state = Refresh
import-cancel = Cancel
import-exactly = Import this file
import-was-imported = The dry run is complete, and what it tried was imported.
import-show = Show the import
import-file-gone = The file is no longer stored. To import it, send it again.
import-is-outdated = The catalog has changed since this dry run. Repeat it before importing.
import-changes-nothing = The file changes nothing, so there is nothing to import.
import-again = Repeat the dry run
import-still-here = The file is still stored.
import-problems = Problems
import-problems-of = Problems in { $name }
import-problem-count = { $count ->
    [one] { $count } problem.
   *[other] { $count } problems.
}
import-problem-count-at-least = At least { $count } problems: there may be more.
import-part = Part
import-line = Line
import-field = Field
import-what-is-wrong = Problem
import-would-change = What would change
import-changed = What changed

report-counts = Counts
report-kind = Kind
report-public-before = Public before
report-public-after = Public after
report-sections = Sections
report-products = Products
report-events = Events: { $events }.
report-new-levels = New price levels
report-prices = Prices that change by more than half
report-prices-count = { $count ->
    [one] { $count } product.
   *[other] { $count } products.
}
report-prices-first = { $count } products, of which the first { $shown } are shown.
report-stock-number = Stock number
report-level = Level
report-no-price = none
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

chart-caption = { $title }: { $description }
chart-products = Public products
chart-products-from = { $first } after the first of these imports, { $last } after the last.
chart-products-only = { $count } after this import.
chart-events = Change events
chart-events-all = { $total } in { $imports } imports, at most { $most } in one.
chart-events-only = { $total } in this import.
import-undo = Try to undo it
import-undo-now = Undo the import
import-undoes = Undoes the import of revision
import-undone-by = Undone by the import of revision
