-- create: Create view of the file (sql)
CREATE OR REPLACE VIEW "src"."T" AS
SELECT *
FROM read_json_auto('events.json');

-- run: Check that it is there (sql)
SELECT *
FROM "src"."T"
WHERE 1 = 0;

