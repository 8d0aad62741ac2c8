//! The access token that a client's requests share.

use std::time::{Duration, Instant};

use parking_lot::{Mutex, MutexGuard};

/// A token is renewed so long before its end, or a tenth of its life if that is shorter.
const RENEWED_BEFORE_END: Duration = Duration::from_secs(60);

/// A token and when to renew it.
#[derive(Clone)]
pub(crate) struct Token {
    pub(crate) text: String,
    renew_at: Option<Instant>,
}

impl Token {
    /// A token for so long from now on; `None`: until it is refused.
    pub(crate) fn new(text: String, life: Option<Duration>) -> Self {
        // A life beyond what the clock can count has no end that matters.
        let renew_at = life.and_then(|life| Instant::now().checked_add(life - RENEWED_BEFORE_END.min(life / 10)));
        Self { text, renew_at }
    }

    fn is_current(&self, now: Instant) -> bool {
        self.renew_at.is_none_or(|end| now < end)
    }
}

/// The present token. Requests that need a new one at the same time share one login.
#[derive(Default)]
pub(crate) struct TokenCell {
    token: Mutex<Option<Token>>,
}

impl TokenCell {
    /// The present token, else what `log_in` gives. `refused` is a token that no longer works.
    pub(crate) fn get<E>(&self, refused: Option<&str>, log_in: impl FnOnce() -> Result<Token, E>) -> Result<String, E> {
        let mut slot: MutexGuard<'_, Option<Token>> = self.token.lock();
        let now = Instant::now();
        if let Some(token) = slot.as_ref().filter(|token| token.is_current(now) && Some(&*token.text) != refused) {
            return Ok(token.text.clone());
        }
        let token = log_in()?;
        let text = token.text.clone();
        *slot = Some(token);
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_renewed_before_its_end_and_when_it_was_refused() {
        let cell = TokenCell::default();
        let get = |refused, name: &str, life| cell.get(refused, || Ok::<_, ()>(Token::new(name.into(), life))).unwrap();
        assert_eq!(get(None, "a", Some(Duration::from_secs(600))), "a");
        assert_eq!(get(None, "b", None), "a", "still good");
        assert_eq!(get(Some("a"), "c", Some(Duration::ZERO)), "c", "refused");
        assert_eq!(get(None, "d", None), "d", "at its end");
        assert_eq!(get(Some("c"), "e", None), "d", "another thread has renewed it");
        for (life, renewed) in [(86_400, 86_340), (100, 90)] {
            let (token, now) = (Token::new(String::new(), Some(Duration::from_secs(life))), Instant::now());
            assert!(token.is_current(now + Duration::from_secs(renewed - 1)));
            assert!(!token.is_current(now + Duration::from_secs(renewed)));
        }
    }
}
