-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "harbour"."stage"."STG_BIKE_EVENTS" (
    "BIKE_ID" BIGINT,
    "HAPPENED_AT" TIMESTAMP,
    "EVENT" VARCHAR
)
;
-- run: Empty table [sql, stops on failure]
DELETE FROM "harbour"."stage"."STG_BIKE_EVENTS"
;
-- run: Insert rows of trips [sql, stops on failure]
INSERT INTO "harbour"."stage"."STG_BIKE_EVENTS" ("BIKE_ID", "HAPPENED_AT", "EVENT")
SELECT
    "STG_TRIPS"."BIKE_ID" AS "BIKE_ID",
    "STG_TRIPS"."STARTED_AT" AS "HAPPENED_AT",
    'trip' AS "EVENT"
FROM "harbour"."stage"."STG_TRIPS" "STG_TRIPS"
;
-- run: Insert rows of repairs [sql, stops on failure]
INSERT INTO "harbour"."stage"."STG_BIKE_EVENTS" ("BIKE_ID", "HAPPENED_AT", "EVENT")
SELECT
    "REPAIRS"."BIKE_ID" AS "BIKE_ID",
    "REPAIRS"."OPENED_AT" AS "HAPPENED_AT",
    'repair of ' || "REPAIRS"."PART" AS "EVENT"
FROM "harbour"."raw"."REPAIRS" "REPAIRS"
;
