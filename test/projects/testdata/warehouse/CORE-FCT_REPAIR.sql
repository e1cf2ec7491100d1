-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "harbour"."core"."FCT_REPAIR" (
    "REPAIR_ID" BIGINT,
    "BIKE_KEY" BIGINT,
    "STATION_KEY" BIGINT,
    "OPENED_AT" TIMESTAMP,
    "COST" DECIMAL(12,2),
    "MINUTES_OPEN" INTEGER,
    "SYSTEM_CREATE_DATE" TIMESTAMP,
    "SYSTEM_UPDATE_DATE" TIMESTAMP
)
;
-- run: Pre-SQL [sql, stops on failure]
SELECT COUNT(*) FROM "harbour"."core"."FCT_TRIP"
;
-- run: Drop work table [sql, stops on failure]
DROP TABLE IF EXISTS temp."MILLRACE_LOAD"
;
-- run: Create work table [sql, stops on failure]
CREATE TEMP TABLE temp."MILLRACE_LOAD" AS
SELECT "REPAIR_ID", "BIKE_KEY", "STATION_KEY", "OPENED_AT", "COST", "MINUTES_OPEN"
FROM "harbour"."core"."FCT_REPAIR"
WHERE 1 = 0
;
-- run: Read sources [sql, stops on failure]
INSERT INTO temp."MILLRACE_LOAD" ("REPAIR_ID", "BIKE_KEY", "STATION_KEY", "OPENED_AT", "COST", "MINUTES_OPEN")
SELECT query."REPAIR_ID", query."BIKE_KEY", query."STATION_KEY", query."OPENED_AT", query."COST", query."MINUTES_OPEN"
FROM (
SELECT
  r."REPAIR_ID" AS "REPAIR_ID",
  b."DIM_BIKE_KEY" AS "BIKE_KEY",
  s."DIM_STATION_KEY" AS "STATION_KEY",
  r."OPENED_AT" AS "OPENED_AT",
  r."COST" AS "COST",
  CAST(DATE_DIFF('minute', r."OPENED_AT", r."CLOSED_AT") AS INTEGER) AS "MINUTES_OPEN"
FROM "harbour"."stage"."STG_REPAIRS" AS r
LEFT JOIN "harbour"."core"."DIM_BIKE" AS b
  ON r."BIKE_ID" = b."BIKE_ID"
LEFT JOIN "harbour"."core"."DIM_STATION" AS s
  ON r."STATION_ID" = s."STATION_ID" AND s."SYSTEM_CURRENT_FLAG" = 'Y'
WHERE NOT EXISTS (SELECT 1 FROM "harbour"."raw"."HOLIDAYS" AS h WHERE h."HOLIDAY_DATE" = CAST(r."OPENED_AT" AS DATE))
) AS query
;
-- run: Every key is read once [test, stops on failure]
SELECT "REPAIR_ID", COUNT(*) AS "ROWS_WITH_KEY"
FROM temp."MILLRACE_LOAD"
GROUP BY "REPAIR_ID"
HAVING COUNT(*) > 1
;
-- run: Update changed rows [sql, stops on failure]
UPDATE "harbour"."core"."FCT_REPAIR" AS target
SET "BIKE_KEY" = loaded."BIKE_KEY",
    "STATION_KEY" = loaded."STATION_KEY",
    "OPENED_AT" = loaded."OPENED_AT",
    "COST" = loaded."COST",
    "MINUTES_OPEN" = loaded."MINUTES_OPEN",
    "SYSTEM_UPDATE_DATE" = (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
WHERE target."REPAIR_ID" IS NOT DISTINCT FROM loaded."REPAIR_ID"
  AND (target."BIKE_KEY" IS DISTINCT FROM loaded."BIKE_KEY"
    OR target."STATION_KEY" IS DISTINCT FROM loaded."STATION_KEY"
    OR target."OPENED_AT" IS DISTINCT FROM loaded."OPENED_AT"
    OR target."COST" IS DISTINCT FROM loaded."COST"
    OR target."MINUTES_OPEN" IS DISTINCT FROM loaded."MINUTES_OPEN")
;
-- run: Insert new rows [sql, stops on failure]
INSERT INTO "harbour"."core"."FCT_REPAIR" ("REPAIR_ID", "BIKE_KEY", "STATION_KEY", "OPENED_AT", "COST", "MINUTES_OPEN", "SYSTEM_CREATE_DATE", "SYSTEM_UPDATE_DATE")
SELECT loaded."REPAIR_ID", loaded."BIKE_KEY", loaded."STATION_KEY", loaded."OPENED_AT", loaded."COST", loaded."MINUTES_OPEN",
    (now() AT TIME ZONE 'UTC'),
    (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
WHERE NOT EXISTS (SELECT 1 FROM "harbour"."core"."FCT_REPAIR" AS target WHERE target."REPAIR_ID" IS NOT DISTINCT FROM loaded."REPAIR_ID")
;
-- run: Drop work table [sql, stops on failure]
DROP TABLE IF EXISTS temp."MILLRACE_LOAD"
;
-- run: COST: "COST" >= 0 [test]
SELECT *
FROM "harbour"."core"."FCT_REPAIR"
WHERE NOT (
"COST" >= 0
)
;
