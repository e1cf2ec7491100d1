-- create: Create view (sql)
CREATE OR REPLACE VIEW "out"."T" AS
SELECT id AS "ID", name AS "NAME", city AS "CITY", changed AS "CHANGED"
FROM "src"."A" -- all of them;

