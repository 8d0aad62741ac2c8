-- The language that the person has chosen: 'en' or 'ru'.
ALTER TABLE accounts ADD COLUMN language TEXT;
