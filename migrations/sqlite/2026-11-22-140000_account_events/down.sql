DROP TABLE account_events;
