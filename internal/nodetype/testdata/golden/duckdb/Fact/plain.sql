-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" (
    "ID" INTEGER,
    "NAME" VARCHAR,
    "AMOUNT" DECIMAL(10,2),
    "SYSTEM_CREATE_DATE" TIMESTAMP,
    "SYSTEM_UPDATE_DATE" TIMESTAMP
);

-- run: Drop work table (sql)
DROP TABLE IF EXISTS temp."MILLRACE_LOAD";

-- run: Create work table (sql)
CREATE TEMP TABLE temp."MILLRACE_LOAD" AS
SELECT "ID", "NAME", "AMOUNT"
FROM "out"."T"
WHERE 1 = 0;

-- run: Read sources (sql)
INSERT INTO temp."MILLRACE_LOAD" ("ID", "NAME", "AMOUNT")
SELECT
    "A"."ID" AS "ID",
    "A"."NAME" AS "NAME",
    "A"."AMOUNT" AS "AMOUNT"
FROM "src"."A" "A";

-- run: Every key is read once (test)
SELECT "ID", COUNT(*) AS "ROWS_WITH_KEY"
FROM temp."MILLRACE_LOAD"
GROUP BY "ID"
HAVING COUNT(*) > 1;

-- run: Update changed rows (sql)
UPDATE "out"."T" AS target
SET "NAME" = loaded."NAME",
    "AMOUNT" = loaded."AMOUNT",
    "SYSTEM_UPDATE_DATE" = (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
WHERE target."ID" IS NOT DISTINCT FROM loaded."ID"
  AND (target."NAME" IS DISTINCT FROM loaded."NAME"
    OR target."AMOUNT" IS DISTINCT FROM loaded."AMOUNT");

-- run: Insert new rows (sql)
INSERT INTO "out"."T" ("ID", "NAME", "AMOUNT", "SYSTEM_CREATE_DATE", "SYSTEM_UPDATE_DATE")
SELECT loaded."ID", loaded."NAME", loaded."AMOUNT",
    (now() AT TIME ZONE 'UTC'),
    (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
WHERE NOT EXISTS (SELECT 1 FROM "out"."T" AS target WHERE target."ID" IS NOT DISTINCT FROM loaded."ID");

-- run: Drop work table (sql)
DROP TABLE IF EXISTS temp."MILLRACE_LOAD";

