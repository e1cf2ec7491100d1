-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "harbour"."stage"."STG_TRIP_DAYS" (
    "TRIP_DAY" DATE NOT NULL,
    "REASON" VARCHAR
)
;
-- run: Empty table [sql, stops on failure]
DELETE FROM "harbour"."stage"."STG_TRIP_DAYS"
;
-- run: Insert rows [sql, stops on failure]
INSERT INTO "harbour"."stage"."STG_TRIP_DAYS" ("TRIP_DAY", "REASON")
SELECT query."TRIP_DAY", query."REASON"
FROM (
SELECT CAST("TRIPS"."STARTED_AT" AS DATE) AS "TRIP_DAY", CAST('ride' AS VARCHAR) AS "REASON"
FROM "harbour"."stage"."STG_TRIPS" "TRIPS"
UNION
SELECT "HOLIDAYS"."HOLIDAY_DATE", "HOLIDAYS"."HOLIDAY_NAME"
FROM "harbour"."raw"."HOLIDAYS" "HOLIDAYS"
) AS query
;
