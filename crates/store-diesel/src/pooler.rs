//! What may be between a process and PostgreSQL.

/// What is between a process and PostgreSQL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PostgresPooler {
    /// Nothing, or what gives each connection one session for its life.
    #[default]
    Session,
    /// A pooler that gives each transaction any session, such as PgBouncer in transaction mode. Everything happens in
    /// transactions, which state their own time limits, and no statement stays prepared.
    Transaction,
}
