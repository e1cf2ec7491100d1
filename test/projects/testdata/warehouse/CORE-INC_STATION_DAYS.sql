-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "harbour"."core"."INC_STATION_DAYS" (
    "STATION_ID" BIGINT,
    "TRIP_DAY" DATE,
    "DEPARTURES" BIGINT
)
;
-- run: Drop work table [sql, stops on failure]
DROP TABLE IF EXISTS temp."MILLRACE_LOAD"
;
-- run: Create work table [sql, stops on failure]
CREATE TEMP TABLE temp."MILLRACE_LOAD" AS
SELECT "STATION_ID", "TRIP_DAY", "DEPARTURES"
FROM "harbour"."core"."INC_STATION_DAYS"
WHERE 1 = 0
;
-- run: Read sources [sql, stops on failure]
INSERT INTO temp."MILLRACE_LOAD" ("STATION_ID", "TRIP_DAY", "DEPARTURES")
SELECT query."STATION_ID", query."TRIP_DAY", query."DEPARTURES"
FROM (
SELECT
  t."START_STATION_ID" AS "STATION_ID",
  CAST(t."STARTED_AT" AS DATE) AS "TRIP_DAY",
  CAST(COUNT(*) AS BIGINT) AS "DEPARTURES"
FROM "harbour"."stage"."STG_TRIPS" AS t
GROUP BY t."START_STATION_ID", CAST(t."STARTED_AT" AS DATE)
) AS query
CROSS JOIN (SELECT COUNT(*) AS row_count, MAX("TRIP_DAY") AS latest FROM "harbour"."core"."INC_STATION_DAYS") AS held
WHERE held.row_count = 0
   OR query."TRIP_DAY" >= (held.latest + INTERVAL '-3 day')
   OR (held.latest IS NULL AND query."TRIP_DAY" IS NOT NULL)
;
-- run: Every key is read once [test, stops on failure]
SELECT "STATION_ID", "TRIP_DAY", COUNT(*) AS "ROWS_WITH_KEY"
FROM temp."MILLRACE_LOAD"
GROUP BY "STATION_ID", "TRIP_DAY"
HAVING COUNT(*) > 1
;
-- run: Update changed rows [sql, stops on failure]
UPDATE "harbour"."core"."INC_STATION_DAYS" AS target
SET "DEPARTURES" = loaded."DEPARTURES"
FROM temp."MILLRACE_LOAD" AS loaded
WHERE target."STATION_ID" IS NOT DISTINCT FROM loaded."STATION_ID" AND target."TRIP_DAY" IS NOT DISTINCT FROM loaded."TRIP_DAY"
  AND (target."DEPARTURES" IS DISTINCT FROM loaded."DEPARTURES")
;
-- run: Insert new rows [sql, stops on failure]
INSERT INTO "harbour"."core"."INC_STATION_DAYS" ("STATION_ID", "TRIP_DAY", "DEPARTURES")
SELECT loaded."STATION_ID", loaded."TRIP_DAY", loaded."DEPARTURES"
FROM temp."MILLRACE_LOAD" AS loaded
WHERE NOT EXISTS (SELECT 1 FROM "harbour"."core"."INC_STATION_DAYS" AS target WHERE target."STATION_ID" IS NOT DISTINCT FROM loaded."STATION_ID" AND target."TRIP_DAY" IS NOT DISTINCT FROM loaded."TRIP_DAY")
;
-- run: Drop work table [sql, stops on failure]
DROP TABLE IF EXISTS temp."MILLRACE_LOAD"
;
