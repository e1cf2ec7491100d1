-- create: Create key sequence (sql)
CREATE SEQUENCE IF NOT EXISTS "out"."T_KEY_SEQ";

-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" (
    "T_KEY" BIGINT DEFAULT nextval('"out"."T_KEY_SEQ"') NOT NULL,
    "ID" INTEGER,
    "NAME" VARCHAR,
    "SYSTEM_VERSION" INTEGER,
    "SYSTEM_CURRENT_FLAG" VARCHAR,
    "SYSTEM_START_DATE" TIMESTAMP,
    "SYSTEM_END_DATE" TIMESTAMP,
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
SELECT DISTINCT
    "A"."ID" AS "ID",
    "A"."NAME" AS "NAME"
FROM "src"."A" "A";

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
  AND target."SYSTEM_CURRENT_FLAG" = 'Y'
  AND (target."NAME" IS DISTINCT FROM loaded."NAME");

-- run: Insert new rows (sql)
INSERT INTO "out"."T" ("ID", "NAME", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG", "SYSTEM_START_DATE", "SYSTEM_END_DATE", "SYSTEM_CREATE_DATE", "SYSTEM_UPDATE_DATE")
SELECT loaded."ID", loaded."NAME",
    1,
    'Y',
    (now() AT TIME ZONE 'UTC'),
    CAST('2999-12-31 00:00:00' AS TIMESTAMP),
    (now() AT TIME ZONE 'UTC'),
    (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
WHERE NOT EXISTS (SELECT 1 FROM "out"."T" AS target WHERE target."ID" IS NOT DISTINCT FROM loaded."ID");

-- run: Drop work table (sql)
DROP TABLE IF EXISTS temp."MILLRACE_LOAD";

