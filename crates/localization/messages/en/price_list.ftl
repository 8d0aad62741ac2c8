# Price lists and the links to them.

price-list-title = Price list
price-list-text = All products of this list at your prices, in one file.
price-list-failed = The price list cannot be made now. Please try again in a moment.
price-list-make-link = Link for programs
price-list-make-link-text = A program downloads this list by the link, at your prices of that moment, without any other authentication. Whoever has the link can do so, too.
price-list-link = Link
price-list-new-link = Your new link
price-list-new-link-text = It is shown this once. You revoke it among your <a href="/portal/keys">keys</a>.
price-list-format = Format
price-list-language = Heads and numbers
price-list-english = English: decimal points
price-list-russian = Russian: decimal commas
price-list-too-long = No link was made: the list has too many filters for a link.
keys-right-download = download of one price list
