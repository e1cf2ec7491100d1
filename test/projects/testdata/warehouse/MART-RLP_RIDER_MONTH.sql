-- create: Create the rollup: one row for each rider and month [sql]
CREATE OR REPLACE TABLE "harbour"."mart"."RLP_RIDER_MONTH" AS

SELECT 
  t."RIDER_ID" AS "RIDER_ID",
  CAST(DATE_TRUNC('month', t."STARTED_AT") AS DATE) AS "MONTH",
  CAST(SUM(t."MINUTES") AS BIGINT) AS "MINUTES",
  CAST(SUM(t."DISTANCE_KM") AS DECIMAL(18,3)) AS "DISTANCE_KM"
FROM "harbour"."core"."FCT_TRIP" AS t
GROUP BY 1, 2
LIMIT 0
;
-- create: Index on RIDER_ID [sql]
CREATE INDEX IF NOT EXISTS "RLP_RIDER_MONTH_1" ON "harbour"."mart"."RLP_RIDER_MONTH" ("RIDER_ID")
;
-- create: Index on MONTH [sql]
CREATE INDEX IF NOT EXISTS "RLP_RIDER_MONTH_2" ON "harbour"."mart"."RLP_RIDER_MONTH" ("MONTH")
;
-- run: Empty the rollup [sql]
DELETE FROM "harbour"."mart"."RLP_RIDER_MONTH"
;
-- run: Fill the rollup [sql]
INSERT INTO "harbour"."mart"."RLP_RIDER_MONTH"

SELECT 
  t."RIDER_ID" AS "RIDER_ID",
  CAST(DATE_TRUNC('month', t."STARTED_AT") AS DATE) AS "MONTH",
  CAST(SUM(t."MINUTES") AS BIGINT) AS "MINUTES",
  CAST(SUM(t."DISTANCE_KM") AS DECIMAL(18,3)) AS "DISTANCE_KM"
FROM "harbour"."core"."FCT_TRIP" AS t
GROUP BY 1, 2
;
-- run: No minutes below nothing in MINUTES [test]
SELECT 1 FROM "harbour"."mart"."RLP_RIDER_MONTH" WHERE "MINUTES" < 0
;
-- run: No kilometres below nothing in DISTANCE_KM [test]
SELECT 1 FROM "harbour"."mart"."RLP_RIDER_MONTH" WHERE "DISTANCE_KM" < 0
;
