-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "harbour"."stage"."STG_PAYMENTS" (
    "PAYMENT_ID" BIGINT NOT NULL,
    "TRIP_ID" BIGINT,
    "PAID_AT" TIMESTAMP,
    "AMOUNT" DECIMAL(12,2),
    "METHOD" VARCHAR DEFAULT 'card'
)
;
-- run: Empty table [sql, stops on failure]
DELETE FROM "harbour"."stage"."STG_PAYMENTS"
;
-- run: Insert rows [sql, stops on failure]
INSERT INTO "harbour"."stage"."STG_PAYMENTS" ("PAYMENT_ID", "TRIP_ID", "PAID_AT", "AMOUNT", "METHOD")
SELECT query."PAYMENT_ID", query."TRIP_ID", query."PAID_AT", query."AMOUNT", query."METHOD"
FROM (
SELECT
  "PAYMENTS"."PAYMENT_ID" AS "PAYMENT_ID",
  "PAYMENTS"."TRIP_ID" AS "TRIP_ID",
  "PAYMENTS"."PAID_AT" AS "PAID_AT",
  CAST("PAYMENTS"."AMOUNT_CENTS" / 100.0 AS DECIMAL(12,2)) AS "AMOUNT",
  CAST(LOWER("PAYMENTS"."METHOD") AS VARCHAR) AS "METHOD"
FROM "harbour"."raw"."PAYMENTS" "PAYMENTS"
WHERE "PAYMENTS"."AMOUNT_CENTS" <> 0
) AS query
;
-- run: Row count [test]
SELECT "ROW_COUNT"
FROM (SELECT COUNT(*) AS "ROW_COUNT" FROM "harbour"."stage"."STG_PAYMENTS") AS counted
WHERE "ROW_COUNT" < 1
;
-- run: PAYMENT_ID: Unique [test]
SELECT "PAYMENT_ID", COUNT(*) AS "ROWS_WITH_VALUE"
FROM "harbour"."stage"."STG_PAYMENTS"
WHERE "PAYMENT_ID" IS NOT NULL
GROUP BY "PAYMENT_ID"
HAVING COUNT(*) > 1
;
-- run: TRIP_ID: Relationship with STG_TRIPS [test]
SELECT child.*
FROM "harbour"."stage"."STG_PAYMENTS" AS child
WHERE child."TRIP_ID" IS NOT NULL
  AND NOT EXISTS (
    SELECT 1
    FROM "harbour"."stage"."STG_TRIPS" AS parent
    WHERE parent."TRIP_ID" = child."TRIP_ID"
  )
;
-- run: AMOUNT: Range [test]
SELECT *
FROM "harbour"."stage"."STG_PAYMENTS"
WHERE "AMOUNT" < 0 OR "AMOUNT" > 500
;
-- run: METHOD: Accepted values [test]
SELECT *
FROM "harbour"."stage"."STG_PAYMENTS"
WHERE "METHOD" NOT IN ('card', 'cash', 'voucher')
;
