-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "ann"."stage"."STG_CITIES" (
    "CITY_ID" BIGINT,
    "CITY_NAME" VARCHAR
)
;
-- run: Empty table [sql, stops on failure]
DELETE FROM "ann"."stage"."STG_CITIES"
;
-- run: Insert rows [sql, stops on failure]
INSERT INTO "ann"."stage"."STG_CITIES" ("CITY_ID", "CITY_NAME")
SELECT query."CITY_ID", query."CITY_NAME"
FROM (
SELECT
  "CITIES"."CITY_ID" AS "CITY_ID",
  "CITIES"."CITY_NAME" AS "CITY_NAME"
FROM "shared"."raw"."CITIES" "CITIES"
WHERE "CITIES"."CITY_NAME" IS NOT NULL
) AS query
;
