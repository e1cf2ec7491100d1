-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" (
    "ID" INTEGER,
    "NAME" VARCHAR,
    "SYSTEM_CREATE_DATE" TIMESTAMP,
    "SYSTEM_UPDATE_DATE" TIMESTAMP
);

-- run: Drop work table (sql)
DROP TABLE IF EXISTS temp."MILLRACE_LOAD";

-- run: Create work table (sql)
CREATE TEMP TABLE temp."MILLRACE_LOAD" AS
SELECT "ID", "NAME"
FROM "out"."T"
WHERE 1 = 0;

-- run: Read sources (sql)
INSERT INTO temp."MILLRACE_LOAD" ("ID", "NAME")
(
SELECT
    "A"."ID" AS "ID",
    "A"."NAME" AS "NAME"
FROM "src"."A" "A"
)
UNION
(
SELECT
    "B"."ID" AS "ID",
    "B"."NAME" AS "NAME"
FROM "src"."B" "B"
);

-- run: Every key is read once (test)
SELECT "ID", COUNT(*) AS "ROWS_WITH_KEY"
FROM temp."MILLRACE_LOAD"
GROUP BY "ID"
HAVING COUNT(*) > 1;

-- run: Update changed rows (sql)
UPDATE "out"."T" AS target
SET "NAME" = loaded."NAME",
    "SYSTEM_UPDATE_DATE" = (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
WHERE target."ID" IS NOT DISTINCT FROM loaded."ID"
  AND (target."NAME" IS DISTINCT FROM loaded."NAME");

-- run: Insert new rows (sql)
INSERT INTO "out"."T" ("ID", "NAME", "SYSTEM_CREATE_DATE", "SYSTEM_UPDATE_DATE")
SELECT loaded."ID", loaded."NAME",
    (now() AT TIME ZONE 'UTC'),
    (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
WHERE NOT EXISTS (SELECT 1 FROM "out"."T" AS target WHERE target."ID" IS NOT DISTINCT FROM loaded."ID");

-- run: Drop work table (sql)
DROP TABLE IF EXISTS temp."MILLRACE_LOAD";

