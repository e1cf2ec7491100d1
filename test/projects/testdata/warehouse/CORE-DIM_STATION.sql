-- create: Create key sequence [sql, stops on failure]
CREATE SEQUENCE IF NOT EXISTS "harbour"."core"."DIM_STATION_KEY_SEQ"
;
-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "harbour"."core"."DIM_STATION" (
    "DIM_STATION_KEY" BIGINT DEFAULT nextval('"harbour"."core"."DIM_STATION_KEY_SEQ"') NOT NULL,
    "STATION_ID" BIGINT,
    "STATION_NAME" VARCHAR,
    "REGION_NAME" VARCHAR,
    "DOCKS" INTEGER,
    "OPENED_ON" DATE,
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
SELECT "STATION_ID", "STATION_NAME", "REGION_NAME", "DOCKS", "OPENED_ON"
FROM "harbour"."core"."DIM_STATION"
WHERE 1 = 0
;
-- run: Read sources [sql, stops on failure]
INSERT INTO temp."MILLRACE_LOAD" ("STATION_ID", "STATION_NAME", "REGION_NAME", "DOCKS", "OPENED_ON")
SELECT
    "STG_STATIONS"."STATION_ID" AS "STATION_ID",
    "STG_STATIONS"."STATION_NAME" AS "STATION_NAME",
    "STG_STATIONS"."REGION_NAME" AS "REGION_NAME",
    "STG_STATIONS"."DOCKS" AS "DOCKS",
    "STG_STATIONS"."OPENED_ON" AS "OPENED_ON"
FROM "harbour"."stage"."STG_STATIONS" "STG_STATIONS"
;
-- run: Every key is read once [test, stops on failure]
SELECT "STATION_ID", COUNT(*) AS "ROWS_WITH_KEY"
FROM temp."MILLRACE_LOAD"
GROUP BY "STATION_ID"
HAVING COUNT(*) > 1
;
-- run: Close changed rows [sql, stops on failure]
UPDATE "harbour"."core"."DIM_STATION" AS target
SET "SYSTEM_CURRENT_FLAG" = 'N',
    "SYSTEM_END_DATE" = (now() AT TIME ZONE 'UTC'),
    "SYSTEM_UPDATE_DATE" = (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
WHERE target."STATION_ID" IS NOT DISTINCT FROM loaded."STATION_ID"
  AND target."SYSTEM_CURRENT_FLAG" = 'Y'
  AND (target."STATION_NAME" IS DISTINCT FROM loaded."STATION_NAME"
    OR target."DOCKS" IS DISTINCT FROM loaded."DOCKS")
;
-- run: Update changed rows [sql, stops on failure]
UPDATE "harbour"."core"."DIM_STATION" AS target
SET "REGION_NAME" = loaded."REGION_NAME",
    "OPENED_ON" = loaded."OPENED_ON",
    "SYSTEM_UPDATE_DATE" = (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
WHERE target."STATION_ID" IS NOT DISTINCT FROM loaded."STATION_ID"
  AND target."SYSTEM_CURRENT_FLAG" = 'Y'
  AND (target."REGION_NAME" IS DISTINCT FROM loaded."REGION_NAME"
    OR target."OPENED_ON" IS DISTINCT FROM loaded."OPENED_ON")
;
-- run: Insert new rows and versions [sql, stops on failure]
INSERT INTO "harbour"."core"."DIM_STATION" ("STATION_ID", "STATION_NAME", "REGION_NAME", "DOCKS", "OPENED_ON", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG", "SYSTEM_START_DATE", "SYSTEM_END_DATE", "SYSTEM_CREATE_DATE", "SYSTEM_UPDATE_DATE")
SELECT loaded."STATION_ID", loaded."STATION_NAME", loaded."REGION_NAME", loaded."DOCKS", loaded."OPENED_ON",
    COALESCE(target."SYSTEM_VERSION", 0) + 1,
    'Y',
    (now() AT TIME ZONE 'UTC'),
    CAST('2999-12-31 00:00:00' AS TIMESTAMP),
    (now() AT TIME ZONE 'UTC'),
    (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
LEFT JOIN (
    SELECT "STATION_ID",
        MAX("SYSTEM_CURRENT_FLAG") AS "SYSTEM_CURRENT_FLAG",
        MAX("SYSTEM_VERSION") AS "SYSTEM_VERSION"
    FROM "harbour"."core"."DIM_STATION"
    GROUP BY "STATION_ID"
) AS target ON target."STATION_ID" IS NOT DISTINCT FROM loaded."STATION_ID"
WHERE target."SYSTEM_CURRENT_FLAG" IS DISTINCT FROM 'Y'
;
-- run: Drop work table [sql, stops on failure]
DROP TABLE IF EXISTS temp."MILLRACE_LOAD"
;
-- run: One current version of a station [test]
SELECT "STATION_ID" FROM "harbour"."core"."DIM_STATION" WHERE "harbour"."core"."DIM_STATION"."SYSTEM_CURRENT_FLAG" = 'Y' GROUP BY 1 HAVING COUNT(*) > 1
;
