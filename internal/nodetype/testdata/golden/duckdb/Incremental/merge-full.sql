-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" (
    "ID" INTEGER,
    "NAME" VARCHAR,
    "CITY" VARCHAR,
    "CHANGED" TIMESTAMP
);

-- run: Empty table (sql)
DELETE FROM "out"."T";

-- run: Drop work table (sql)
DROP TABLE IF EXISTS temp."MILLRACE_LOAD";

-- run: Create work table (sql)
CREATE TEMP TABLE temp."MILLRACE_LOAD" AS
SELECT "ID", "NAME", "CITY", "CHANGED"
FROM "out"."T"
WHERE 1 = 0;

-- run: Read sources (sql)
INSERT INTO temp."MILLRACE_LOAD" ("ID", "NAME", "CITY", "CHANGED")
SELECT query."ID", query."NAME", query."CITY", query."CHANGED"
FROM (
SELECT id AS "ID", name AS "NAME", city AS "CITY", changed AS "CHANGED"
FROM "src"."A" -- all of them
) AS query;

-- run: Every key is read once (test)
SELECT "ID", COUNT(*) AS "ROWS_WITH_KEY"
FROM temp."MILLRACE_LOAD"
GROUP BY "ID"
HAVING COUNT(*) > 1;

-- run: Update changed rows (sql)
UPDATE "out"."T" AS target
SET "NAME" = loaded."NAME",
    "CITY" = loaded."CITY",
    "CHANGED" = loaded."CHANGED"
FROM temp."MILLRACE_LOAD" AS loaded
WHERE target."ID" IS NOT DISTINCT FROM loaded."ID"
  AND (target."NAME" IS DISTINCT FROM loaded."NAME"
    OR target."CITY" IS DISTINCT FROM loaded."CITY"
    OR target."CHANGED" IS DISTINCT FROM loaded."CHANGED");

-- run: Insert new rows (sql)
INSERT INTO "out"."T" ("ID", "NAME", "CITY", "CHANGED")
SELECT loaded."ID", loaded."NAME", loaded."CITY", loaded."CHANGED"
FROM temp."MILLRACE_LOAD" AS loaded
WHERE NOT EXISTS (SELECT 1 FROM "out"."T" AS target WHERE target."ID" IS NOT DISTINCT FROM loaded."ID");

-- run: Drop work table (sql)
DROP TABLE IF EXISTS temp."MILLRACE_LOAD";

