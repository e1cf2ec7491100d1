-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "harbour"."stage"."STG_BIKES" (
    "BIKE_ID" BIGINT NOT NULL,
    "MODEL" VARCHAR,
    "FRAME_NUMBER" VARCHAR,
    "STATUS" VARCHAR,
    "BOUGHT_ON" DATE,
    "UPDATED_AT" TIMESTAMP
)
;
-- run: Empty table [sql, stops on failure]
DELETE FROM "harbour"."stage"."STG_BIKES"
;
-- run: Insert rows [sql, stops on failure]
INSERT INTO "harbour"."stage"."STG_BIKES" ("BIKE_ID", "MODEL", "FRAME_NUMBER", "STATUS", "BOUGHT_ON", "UPDATED_AT")
SELECT DISTINCT
    "BIKES"."BIKE_ID" AS "BIKE_ID",
    "BIKES"."MODEL" AS "MODEL",
    REPLACE("BIKES"."FRAME_NUMBER", '-', '') AS "FRAME_NUMBER",
    LOWER("BIKES"."STATUS") AS "STATUS",
    "BIKES"."BOUGHT_ON" AS "BOUGHT_ON",
    "BIKES"."UPDATED_AT" AS "UPDATED_AT"
FROM "harbour"."raw"."BIKES" "BIKES"
;
-- run: BIKE_ID: Null [test, stops on failure]
SELECT * FROM "harbour"."stage"."STG_BIKES" WHERE "BIKE_ID" IS NULL
;
-- run: BIKE_ID: Unique [test]
SELECT "BIKE_ID", COUNT(*) FROM "harbour"."stage"."STG_BIKES" GROUP BY "BIKE_ID" HAVING COUNT(*) > 1
;
-- run: STATUS: Accepted values [test]
SELECT * FROM "harbour"."stage"."STG_BIKES" WHERE "STATUS" NOT IN ('ready', 'rented', 'broken', 'sold')
;
