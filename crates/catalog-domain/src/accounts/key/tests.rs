//! What keys may do, and what they may be called.

use super::*;

#[test]
fn a_key_can_do_what_its_right_and_its_account_may() {
    use ApiKeyRight::{Admin, Download, Import as ToImport, Read};
    use Operation::{ChangeAccounts, Import, ManageAccess, OwnApiKeys, ReadAccounts};
    const NO_ADMINISTRATOR: Result<(), OperationRefusal> = Err(OperationRefusal::AdministratorsOnly);
    const BY_KEY: Result<(), OperationRefusal> = Err(OperationRefusal::NotWithThisKey);
    let lacks = |has, needs| Err(OperationRefusal::RightOfKey { has, needs });
    for (operation, token, read, import, admin) in [
        (OwnApiKeys, Ok(()), BY_KEY, BY_KEY, BY_KEY),
        (ReadAccounts, Ok(()), Ok(()), Ok(()), Ok(())),
        (ChangeAccounts, Ok(()), lacks(Read, Admin), lacks(ToImport, Admin), Ok(())),
        (ManageAccess, Ok(()), BY_KEY, BY_KEY, BY_KEY),
        (Import, Ok(()), lacks(Read, ToImport), Ok(()), Ok(())),
    ] {
        let rights = [(None, token), (Some(Read), read), (Some(ToImport), import), (Some(Admin), admin)];
        for (right, expected) in rights.into_iter().chain([(Some(Download), BY_KEY)]) {
            assert_eq!(may(operation, Role::Administrator, right), expected, "{operation:?} {right:?}");
            // Of a demoted administrator, too.
            let of_user = if operation == OwnApiKeys { expected } else { NO_ADMINISTRATOR };
            assert_eq!(may(operation, Role::User, right), of_user, "a user: {operation:?} {right:?}");
        }
    }
    assert_eq!(ApiKeyRight::of_interface(Download.name()), None);
    for (right, for_user) in [(Read, true), (ToImport, false), (Admin, false), (Download, true)] {
        assert_eq!((right.is_for(Role::User), right.is_for(Role::Administrator)), (for_user, true), "{right:?}");
        assert_eq!(ApiKeyRight::from_name(right.name()), Some(right));
    }
}

#[test]
fn a_name_is_short_visible_and_no_key() {
    let key = format!("for cat_{}_{}", "a".repeat(12), "b".repeat(39));
    for (name, fits) in [
        ("Mirror".to_owned(), true),
        ("  Зеркало  ".to_owned(), true),
        ("я".repeat(100), true),
        ("я".repeat(101), false),
        ("я".repeat(201), false),
        (" ".to_owned(), false),
        (String::new(), false),
        ("a\u{200b}b".to_owned(), false),
        ("a\nb".to_owned(), false),
        (key, false),
    ] {
        let refused = check_key_name(&name).err().map(|error| error.to_string());
        assert_eq!(refused.is_none(), fits, "{name:?}");
        assert!(refused.is_none_or(|refused| !refused.contains("200")), "{name:?}: the length of other texts");
    }
}
