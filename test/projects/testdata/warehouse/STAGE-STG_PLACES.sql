-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "harbour"."stage"."STG_PLACES" (
    "PLACE_CODE" VARCHAR,
    "PLACE_NAME" VARCHAR,
    "PLACE_KIND" VARCHAR
)
;
-- run: Empty table [sql, stops on failure]
DELETE FROM "harbour"."stage"."STG_PLACES"
;
-- run: Insert rows [sql, stops on failure]
INSERT INTO "harbour"."stage"."STG_PLACES" ("PLACE_CODE", "PLACE_NAME", "PLACE_KIND")
(
SELECT
    CAST("STATIONS"."STATION_ID" AS VARCHAR) AS "PLACE_CODE",
    "STATIONS"."STATION_NAME" AS "PLACE_NAME",
    'station' AS "PLACE_KIND"
FROM "harbour"."raw"."STATIONS" "STATIONS"
)
UNION
(
SELECT
    "REGIONS"."REGION_CODE" AS "PLACE_CODE",
    "REGIONS"."REGION_NAME" AS "PLACE_NAME",
    'region' AS "PLACE_KIND"
FROM "harbour"."raw"."REGIONS" "REGIONS"
)
;
