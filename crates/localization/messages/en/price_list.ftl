# Price lists and the links to them.

price-list-title = Price list
price-list-text = All products of this list at your prices, in one file.
price-list-failed = The price list cannot be made now. Please try again in a moment.
price-list-make-link = Link for programs
price-list-make-link-text = With the link, a program downloads this list at your current prices without signing in. So can anyone else who has the link.
price-list-columns = Columns
price-list-use-columns = Use these columns for the link
column-name = Name
column-full-name = Full name
column-section = Section
column-retail = Retail price
column-personal = Your price
column-sale = Sale price
column-currency = Currency
column-shipping = On its way
column-url = Page
price-list-create-link = Create the link
price-list-link = Link
price-list-new-link = Your new link
price-list-new-link-text = Copy it now: it is shown only once. You can revoke it among your <a href="/portal/keys">keys</a>.
price-list-format = Format
price-list-language = Headings and numbers
price-list-english = English: decimal points
price-list-russian = Russian: decimal commas
price-list-too-long = The link was not created: the list has too many filters.
price-list-not-while-seeing = You are viewing the catalog as another account, and a link would give your own prices: return to your own view first.
keys-right-download = download of one price list
