-- create: Create key sequence [sql, stops on failure]
CREATE SEQUENCE IF NOT EXISTS "harbour"."stage"."PSTG_BIKE_STATUS_KEY_SEQ"
;
-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "harbour"."stage"."PSTG_BIKE_STATUS" (
    "PSTG_BIKE_STATUS_KEY" BIGINT DEFAULT nextval('"harbour"."stage"."PSTG_BIKE_STATUS_KEY_SEQ"') NOT NULL,
    "BIKE_ID" BIGINT,
    "STATUS" VARCHAR,
    "UPDATED_AT" TIMESTAMP,
    "SYSTEM_VERSION" INTEGER,
    "SYSTEM_CURRENT_FLAG" VARCHAR,
    "SYSTEM_START_DATE" TIMESTAMP,
    "SYSTEM_END_DATE" TIMESTAMP,
    "SYSTEM_CREATE_DATE" TIMESTAMP,
    "SYSTEM_UPDATE_DATE" TIMESTAMP
)
;
-- run: Drop work table [sql, stops on failure]
DROP TABLE IF EXISTS temp."MILLRACE_LOAD"
;
-- run: Create work table [sql, stops on failure]
CREATE TEMP TABLE temp."MILLRACE_LOAD" AS
SELECT "BIKE_ID", "STATUS", "UPDATED_AT"
FROM "harbour"."stage"."PSTG_BIKE_STATUS"
WHERE 1 = 0
;
-- run: Read sources [sql, stops on failure]
INSERT INTO temp."MILLRACE_LOAD" ("BIKE_ID", "STATUS", "UPDATED_AT")
SELECT
    "STG_BIKES"."BIKE_ID" AS "BIKE_ID",
    "STG_BIKES"."STATUS" AS "STATUS",
    "STG_BIKES"."UPDATED_AT" AS "UPDATED_AT"
FROM "harbour"."stage"."STG_BIKES" "STG_BIKES"
;
-- run: Every key is read once [test, stops on failure]
SELECT "BIKE_ID", COUNT(*) AS "ROWS_WITH_KEY"
FROM temp."MILLRACE_LOAD"
GROUP BY "BIKE_ID"
HAVING COUNT(*) > 1
;
-- run: Close changed rows [sql, stops on failure]
UPDATE "harbour"."stage"."PSTG_BIKE_STATUS" AS target
SET "SYSTEM_CURRENT_FLAG" = 'N',
    "SYSTEM_END_DATE" = (now() AT TIME ZONE 'UTC'),
    "SYSTEM_UPDATE_DATE" = (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
WHERE target."BIKE_ID" IS NOT DISTINCT FROM loaded."BIKE_ID"
  AND target."SYSTEM_CURRENT_FLAG" = 'Y'
  AND (target."STATUS" IS DISTINCT FROM loaded."STATUS")
;
-- run: Update changed rows [sql, stops on failure]
UPDATE "harbour"."stage"."PSTG_BIKE_STATUS" AS target
SET "UPDATED_AT" = loaded."UPDATED_AT",
    "SYSTEM_UPDATE_DATE" = (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
WHERE target."BIKE_ID" IS NOT DISTINCT FROM loaded."BIKE_ID"
  AND target."SYSTEM_CURRENT_FLAG" = 'Y'
  AND (target."UPDATED_AT" IS DISTINCT FROM loaded."UPDATED_AT")
;
-- run: Insert new rows and versions [sql, stops on failure]
INSERT INTO "harbour"."stage"."PSTG_BIKE_STATUS" ("BIKE_ID", "STATUS", "UPDATED_AT", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG", "SYSTEM_START_DATE", "SYSTEM_END_DATE", "SYSTEM_CREATE_DATE", "SYSTEM_UPDATE_DATE")
SELECT loaded."BIKE_ID", loaded."STATUS", loaded."UPDATED_AT",
    COALESCE(target."SYSTEM_VERSION", 0) + 1,
    'Y',
    (now() AT TIME ZONE 'UTC'),
    CAST('2999-12-31 00:00:00' AS TIMESTAMP),
    (now() AT TIME ZONE 'UTC'),
    (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
LEFT JOIN (
    SELECT "BIKE_ID",
        MAX("SYSTEM_CURRENT_FLAG") AS "SYSTEM_CURRENT_FLAG",
        MAX("SYSTEM_VERSION") AS "SYSTEM_VERSION"
    FROM "harbour"."stage"."PSTG_BIKE_STATUS"
    GROUP BY "BIKE_ID"
) AS target ON target."BIKE_ID" IS NOT DISTINCT FROM loaded."BIKE_ID"
WHERE target."SYSTEM_CURRENT_FLAG" IS DISTINCT FROM 'Y'
;
-- run: Drop work table [sql, stops on failure]
DROP TABLE IF EXISTS temp."MILLRACE_LOAD"
;
