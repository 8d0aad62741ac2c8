//! Passwords hashed with bcrypt.

use catalog_domain::accounts::PasswordHash;
use catalog_domain::ports::{CredentialsError, PasswordHasher};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Hashes passwords with bcrypt at one cost.
#[derive(Debug)]
pub struct BcryptHasher {
    cost: u32,
    /// A hash of the same cost that belongs to no account: an unknown login is verified against it, so that it takes as
    /// long as a wrong password.
    decoy: String,
}

const COSTS: RangeInclusive<u32> = 4..=31;
/// The end of a hash. Its content is irrelevant, because the result of verifying against it is ignored; and hashing a
/// password at every start would take as long as a login.
const DECOY_SALT_AND_DIGEST: &str = "yMhDXXNIlhNWDuBS0oig4.fViSvmWNi5Tiket94PmvrKzLxkPCjdW";

impl BcryptHasher {
    /// The cost for accounts: about a quarter of a second on one core.
    pub const DEFAULT_COST: u32 = 12;
    /// bcrypt ignores bytes beyond this; longer passwords are refused rather than truncated.
    pub const MAXIMUM_PASSWORD_BYTES: usize = 72;

    /// A hasher of the given cost, 4 to 31; each step doubles the time.
    ///
    /// # Errors
    /// [`CredentialsError`] for a cost that bcrypt does not have.
    pub fn new(cost: u32) -> Result<Self, CredentialsError> {
        if !COSTS.contains(&cost) {
            return Err(CredentialsError(format!("bcrypt has no cost {cost}, only 4 to 31").into()));
        }
        Ok(Self { cost, decoy: format!("$2b${cost:02}${DECOY_SALT_AND_DIGEST}") })
    }
}

impl PasswordHasher for BcryptHasher {
    fn hash(&self, password: &str) -> Result<PasswordHash, CredentialsError> {
        // The library's own check counts a terminating zero and would refuse 72 bytes, which bcrypt does read
        // completely.
        if !is_hashable(password) {
            return Err(CredentialsError("a password must have at most 72 bytes and no NUL".into()));
        }
        bcrypt::hash(password, self.cost).map(PasswordHash::new).map_err(wrap)
    }

    fn verify(&self, password: &str, hash: Option<&PasswordHash>) -> Result<bool, CredentialsError> {
        // A password that could not have been set is compared all the same, truncated, so that the response time does
        // not reveal its length.
        let fits = is_hashable(password);
        let compared = if fits { password } else { "too long or not a text" };
        let against = hash.map_or(self.decoy.as_str(), PasswordHash::expose);
        let is_equal = bcrypt::verify(compared, against).map_err(wrap)?;
        Ok(is_equal && fits && hash.is_some())
    }

    fn is_outdated(&self, hash: &PasswordHash) -> bool {
        bcrypt::HashParts::from_str(hash.expose()).map_or(true, |parts| parts.get_cost() < self.cost)
    }
}

/// Whether bcrypt reads every byte of the password.
fn is_hashable(password: &str) -> bool {
    password.len() <= BcryptHasher::MAXIMUM_PASSWORD_BYTES && !password.contains('\0')
}

fn wrap(error: bcrypt::BcryptError) -> CredentialsError {
    CredentialsError(Box::new(error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bcrypt::BcryptError;

    const COST: u32 = 4;

    #[test]
    fn only_the_password_that_was_hashed_verifies() {
        let hasher = BcryptHasher::new(COST).unwrap();
        let longest = "x".repeat(BcryptHasher::MAXIMUM_PASSWORD_BYTES);
        let hash = hasher.hash(&longest).unwrap();
        assert!(hasher.verify(&longest, Some(&hash)).unwrap());
        for wrong in ["", "x", &format!("{longest}x"), &longest[1..]] {
            assert!(!hasher.verify(wrong, Some(&hash)).unwrap(), "{wrong:?}");
        }
        assert!(!hasher.verify("no account has this password", None).unwrap(), "an unknown login never verifies");
    }

    #[test]
    fn an_unknown_login_is_verified_at_the_cost_of_the_others() {
        for cost in COSTS {
            let decoy = BcryptHasher::new(cost).unwrap().decoy;
            assert_eq!(bcrypt::HashParts::from_str(&decoy).unwrap().get_cost(), cost, "{decoy}");
        }
        let decoy = PasswordHash::new(BcryptHasher::new(COST).unwrap().decoy);
        assert!(!BcryptHasher::new(COST).unwrap().verify("anything", Some(&decoy)).unwrap(), "it is well-formed");
    }

    #[test]
    fn a_cost_that_bcrypt_does_not_have_is_refused_by_name() {
        for cost in [3, 32] {
            let error = BcryptHasher::new(cost).unwrap_err();
            assert_eq!(error.0.to_string(), format!("bcrypt has no cost {cost}, only 4 to 31"));
        }
    }

    #[test]
    fn a_password_that_bcrypt_would_cut_is_refused() {
        let hasher = BcryptHasher::new(COST).unwrap();
        for refused in ["x".repeat(73), "a\0b".into()] {
            let error = hasher.hash(&refused).unwrap_err();
            assert_eq!(error.0.to_string(), "a password must have at most 72 bytes and no NUL");
        }
    }

    #[test]
    fn old_variants_verify_and_weaker_hashes_are_outdated() {
        let hasher = BcryptHasher::new(COST + 1).unwrap();
        let weak = BcryptHasher::new(COST).unwrap().hash("long enough").unwrap();
        assert!(hasher.is_outdated(&weak));
        assert!(!hasher.is_outdated(&hasher.hash("long enough").unwrap()));
        for variant in ["$2a$", "$2y$"] {
            let old = PasswordHash::new(weak.expose().replacen("$2b$", variant, 1));
            assert!(hasher.verify("long enough", Some(&old)).unwrap(), "{variant}");
        }
        assert!(hasher.is_outdated(&PasswordHash::new("no hash".into())));
        let error = hasher.verify("x", Some(&PasswordHash::new("no hash".into()))).unwrap_err();
        assert!(matches!(error.0.downcast_ref(), Some(BcryptError::InvalidHash(_))), "{error:?}");
    }
}
