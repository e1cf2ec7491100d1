-- create: Create key sequence [sql, stops on failure]
CREATE SEQUENCE IF NOT EXISTS "harbour"."core"."DIM_RIDER_KEY_SEQ"
;
-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "harbour"."core"."DIM_RIDER" (
    "DIM_RIDER_KEY" BIGINT DEFAULT nextval('"harbour"."core"."DIM_RIDER_KEY_SEQ"') NOT NULL,
    "RIDER_ID" BIGINT NOT NULL,
    "FULL_NAME" VARCHAR,
    "EMAIL" VARCHAR,
    "TARIFF_CODE" VARCHAR,
    "CITY" VARCHAR,
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
SELECT "RIDER_ID", "FULL_NAME", "EMAIL", "TARIFF_CODE", "CITY"
FROM "harbour"."core"."DIM_RIDER"
WHERE 1 = 0
;
-- run: Read sources [sql, stops on failure]
INSERT INTO temp."MILLRACE_LOAD" ("RIDER_ID", "FULL_NAME", "EMAIL", "TARIFF_CODE", "CITY")
SELECT query."RIDER_ID", query."FULL_NAME", query."EMAIL", query."TARIFF_CODE", query."CITY"
FROM (
SELECT
  "STG_RIDERS"."RIDER_ID" AS "RIDER_ID",
  "STG_RIDERS"."FULL_NAME" AS "FULL_NAME",
  "STG_RIDERS"."EMAIL" AS "EMAIL",
  "STG_RIDERS"."TARIFF_CODE" AS "TARIFF_CODE",
  "STG_RIDERS"."CITY" AS "CITY"
FROM "harbour"."stage"."STG_RIDERS" "STG_RIDERS"
) AS query
;
-- run: Every key is read once [test, stops on failure]
SELECT "RIDER_ID", COUNT(*) AS "ROWS_WITH_KEY"
FROM temp."MILLRACE_LOAD"
GROUP BY "RIDER_ID"
HAVING COUNT(*) > 1
;
-- run: Close changed rows [sql, stops on failure]
UPDATE "harbour"."core"."DIM_RIDER" AS target
SET "SYSTEM_CURRENT_FLAG" = 'N',
    "SYSTEM_END_DATE" = (now() AT TIME ZONE 'UTC'),
    "SYSTEM_UPDATE_DATE" = (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
WHERE target."RIDER_ID" = loaded."RIDER_ID"
  AND target."SYSTEM_CURRENT_FLAG" = 'Y'
  AND (target."TARIFF_CODE" IS DISTINCT FROM loaded."TARIFF_CODE"
    OR target."CITY" IS DISTINCT FROM loaded."CITY")
;
-- run: Update changed rows [sql, stops on failure]
UPDATE "harbour"."core"."DIM_RIDER" AS target
SET "FULL_NAME" = loaded."FULL_NAME",
    "EMAIL" = loaded."EMAIL",
    "SYSTEM_UPDATE_DATE" = (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
WHERE target."RIDER_ID" = loaded."RIDER_ID"
  AND target."SYSTEM_CURRENT_FLAG" = 'Y'
  AND (target."FULL_NAME" IS DISTINCT FROM loaded."FULL_NAME"
    OR target."EMAIL" IS DISTINCT FROM loaded."EMAIL")
;
-- run: Insert new rows and versions [sql, stops on failure]
INSERT INTO "harbour"."core"."DIM_RIDER" ("RIDER_ID", "FULL_NAME", "EMAIL", "TARIFF_CODE", "CITY", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG", "SYSTEM_START_DATE", "SYSTEM_END_DATE", "SYSTEM_CREATE_DATE", "SYSTEM_UPDATE_DATE")
SELECT loaded."RIDER_ID", loaded."FULL_NAME", loaded."EMAIL", loaded."TARIFF_CODE", loaded."CITY",
    COALESCE(target."SYSTEM_VERSION", 0) + 1,
    'Y',
    (now() AT TIME ZONE 'UTC'),
    CAST('2999-12-31 00:00:00' AS TIMESTAMP),
    (now() AT TIME ZONE 'UTC'),
    (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
LEFT JOIN (
    SELECT "RIDER_ID",
        MAX("SYSTEM_CURRENT_FLAG") AS "SYSTEM_CURRENT_FLAG",
        MAX("SYSTEM_VERSION") AS "SYSTEM_VERSION"
    FROM "harbour"."core"."DIM_RIDER"
    GROUP BY "RIDER_ID"
) AS target ON target."RIDER_ID" = loaded."RIDER_ID"
WHERE target."SYSTEM_CURRENT_FLAG" IS DISTINCT FROM 'Y'
;
-- run: Drop work table [sql, stops on failure]
DROP TABLE IF EXISTS temp."MILLRACE_LOAD"
;
