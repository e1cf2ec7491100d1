-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" AS
SELECT
    rows_of_source."ID" AS "ID",
    rows_of_source."NAME" AS "NAME",
    CAST(NULL AS VARCHAR) AS "CITY",
    rows_of_source."CHANGED" AS "CHANGED"
FROM (
SELECT query."ID", query."NAME", query."CITY", query."CHANGED"
FROM (
SELECT id AS "ID", name AS "NAME", city AS "CITY", changed AS "CHANGED"
FROM "src"."A" -- all of them
) AS query
) AS rows_of_source
WHERE 1 = 0;

-- run: Empty table (sql)
DELETE FROM "out"."T";

-- run: Insert rows (sql)
INSERT INTO "out"."T" ("ID", "NAME", "CITY", "CHANGED")
SELECT
    rows_of_source."ID",
    rows_of_source."NAME",
    CAST(rows_of_source."CITY" AS VARCHAR),
    rows_of_source."CHANGED"
FROM (
SELECT query."ID", query."NAME", query."CITY", query."CHANGED"
FROM (
SELECT id AS "ID", name AS "NAME", city AS "CITY", changed AS "CHANGED"
FROM "src"."A" -- all of them
) AS query
) AS rows_of_source;

-- run: No value is missing (test)
SELECT *
FROM "out"."T"
WHERE "ID" IS NULL;

