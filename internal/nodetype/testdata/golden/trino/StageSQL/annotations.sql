-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" (
    "ID" INTEGER,
    "NAME" VARCHAR,
    "CITY" VARCHAR,
    "CHANGED" TIMESTAMP(6)
);

-- run: Pre-SQL (sql)
SELECT 1;

-- run: Insert rows (sql)
INSERT INTO "out"."T" ("ID", "NAME", "CITY", "CHANGED")
SELECT
    CAST(rows_of_source."ID" AS INTEGER),
    CAST(rows_of_source."NAME" AS VARCHAR),
    CAST(rows_of_source."CITY" AS VARCHAR),
    CAST(rows_of_source."CHANGED" AS TIMESTAMP(6))
FROM (
SELECT query."ID", query."NAME", query."CITY", query."CHANGED"
FROM (
SELECT id AS "ID", name AS "NAME", city AS "CITY", changed AS "CHANGED"
FROM "src"."A" -- all of them
) AS query
) AS rows_of_source;

-- run: Post-SQL (sql)
SELECT 2;

