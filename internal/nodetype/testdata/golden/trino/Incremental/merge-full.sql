-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" (
    "ID" INTEGER,
    "NAME" VARCHAR,
    "CITY" VARCHAR,
    "CHANGED" TIMESTAMP(6)
);

-- run: Empty table (sql)
DELETE FROM "out"."T";

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

-- run: Every key is read once (test)
SELECT "ID", COUNT(*) AS "ROWS_WITH_KEY"
FROM "out"."T__LOAD"
GROUP BY "ID"
HAVING COUNT(*) > 1;

-- run: Merge rows (sql)
MERGE INTO "out"."T" AS target
USING "out"."T__LOAD" AS loaded
ON COALESCE(CAST(target."ID" AS VARCHAR), '') = COALESCE(CAST(loaded."ID" AS VARCHAR), '') AND (target."ID" IS NULL) = (loaded."ID" IS NULL)
WHEN MATCHED AND (target."NAME" IS DISTINCT FROM loaded."NAME"
    OR target."CITY" IS DISTINCT FROM loaded."CITY"
    OR target."CHANGED" IS DISTINCT FROM loaded."CHANGED")
THEN UPDATE SET "NAME" = loaded."NAME",
    "CITY" = loaded."CITY",
    "CHANGED" = loaded."CHANGED"
WHEN NOT MATCHED THEN INSERT ("ID", "NAME", "CITY", "CHANGED")
VALUES (loaded."ID", loaded."NAME", loaded."CITY", loaded."CHANGED");

-- run: Drop work table (sql)
DROP TABLE IF EXISTS "out"."T__LOAD";

