DROP TABLE catalog_commits;
