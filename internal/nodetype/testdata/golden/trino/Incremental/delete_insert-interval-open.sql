-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" (
    "ID" INTEGER,
    "NAME" VARCHAR,
    "CITY" VARCHAR,
    "CHANGED" TIMESTAMP(6)
);

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

-- run: Delete rows with loaded keys (sql)
MERGE INTO "out"."T" AS target
USING (SELECT DISTINCT "ID" FROM "out"."T__LOAD") AS loaded
ON COALESCE(CAST(target."ID" AS VARCHAR), '') = COALESCE(CAST(loaded."ID" AS VARCHAR), '') AND (target."ID" IS NULL) = (loaded."ID" IS NULL)
WHEN MATCHED THEN DELETE;

-- run: Delete rows of the interval (sql)
DELETE FROM "out"."T";

-- run: Insert rows (sql)
INSERT INTO "out"."T" ("ID", "NAME", "CITY", "CHANGED")
SELECT "ID", "NAME", "CITY", "CHANGED"
FROM "out"."T__LOAD";

-- run: Drop work table (sql)
DROP TABLE IF EXISTS "out"."T__LOAD";

