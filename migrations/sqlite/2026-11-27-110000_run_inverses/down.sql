DROP TABLE run_inverses;
