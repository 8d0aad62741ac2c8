# Mails. They contain nothing that a person has typed, except the reason for declining.

mail-hello = Hello,
mail-approved = Your access to the catalog was approved
mail-approved-text =
    Your request for access to the catalog was approved.
    Your login is this e-mail address.
mail-invited = Set your password for the catalog
mail-invited-text =
    An administrator of the catalog invites you to set a password.
    Your login is this e-mail address.
mail-forgotten = A new password for the catalog
mail-forgotten-text =
    A new password was requested for your access to the catalog.
    If it was not you, ignore this message: your current password stays valid.
mail-set-password = Set your password here:
mail-link-until =
    The link works once, until { $end }.
    Anyone who has it can set the password: do not pass it on.
mail-restored = Your access to the catalog was restored
mail-restored-text = You have access to the catalog again. Sign in with your password:
mail-requests = { $count ->
    [one] { $count } new request for access to the catalog
   *[other] { $count } new requests for access to the catalog
}
mail-requests-text = { $count ->
    [one] The catalog has { $count } new request for access. Approve or decline here:
   *[other] The catalog has { $count } new requests for access. Approve or decline here:
}
mail-requests-hourly = You get at most one such message an hour.
mail-key-ends = One of your keys for the catalog expires soon
mail-key-ends-text = Your key { $id } for the catalog expires on { $end }.
mail-key-ends-renew = Programs that use it lose access then. Create a new key here, and give it to them:
mail-test = A test message of the catalog
mail-test-text = This message shows that the catalog can send mail. Nothing needs to be done.
mail-declined = Your request for access to the catalog was declined
mail-declined-text = An administrator of the catalog has declined your request for access.
mail-declined-reason = The reason:
