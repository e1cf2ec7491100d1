-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" AS
SELECT
    rows_of_source."ID" AS "ID",
    rows_of_source."NAME" AS "NAME",
    CAST(NULL AS VARCHAR) AS "CITY",
    rows_of_source."CHANGED" AS "CHANGED",
    CAST(NULL AS TIMESTAMP(6)) AS "SYSTEM_CREATE_DATE",
    CAST(NULL AS TIMESTAMP(6)) AS "SYSTEM_UPDATE_DATE"
FROM (
SELECT query."ID", query."NAME", query."CITY", query."CHANGED"
FROM (
SELECT id AS "ID", name AS "NAME", city AS "CITY", changed AS "CHANGED"
FROM "src"."A" -- all of them
) AS query
) AS rows_of_source
WHERE 1 = 0;

-- run: Drop work table (sql)
DROP TABLE IF EXISTS "out"."T__LOAD";

-- run: Create work table (sql)
CREATE OR REPLACE TABLE "out"."T__LOAD" AS
SELECT "ID", "NAME", "CITY", "CHANGED"
FROM "out"."T"
WHERE 1 = 0;

-- run: Read sources (sql)
INSERT INTO "out"."T__LOAD" ("ID", "NAME", "CITY", "CHANGED")
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

-- run: Every key is read once (test)
SELECT "ID", COUNT(*) AS "ROWS_WITH_KEY"
FROM "out"."T__LOAD"
GROUP BY "ID"
HAVING COUNT(*) > 1;

-- run: Merge rows (sql)
MERGE INTO "out"."T" AS target
USING "out"."T__LOAD" AS loaded
ON target."ID" = loaded."ID"
WHEN MATCHED AND (target."NAME" IS DISTINCT FROM loaded."NAME"
    OR target."CITY" IS DISTINCT FROM loaded."CITY"
    OR target."CHANGED" IS DISTINCT FROM loaded."CHANGED")
THEN UPDATE SET "NAME" = loaded."NAME",
    "CITY" = loaded."CITY",
    "CHANGED" = loaded."CHANGED",
    "SYSTEM_UPDATE_DATE" = CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6))
WHEN NOT MATCHED THEN INSERT ("ID", "NAME", "CITY", "CHANGED", "SYSTEM_CREATE_DATE", "SYSTEM_UPDATE_DATE")
VALUES (loaded."ID", loaded."NAME", loaded."CITY", loaded."CHANGED",
    CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6)),
    CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6)));

-- run: Drop work table (sql)
DROP TABLE IF EXISTS "out"."T__LOAD";

-- run: No value is missing (test)
SELECT *
FROM "out"."T"
WHERE "ID" IS NULL;

