-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "harbour"."core"."INC_REVENUE" (
    "PAID_ON" DATE,
    "REVENUE" DECIMAL(18,2)
)
;
-- run: Drop work table [sql, stops on failure]
DROP TABLE IF EXISTS temp."MILLRACE_LOAD"
;
-- run: Create work table [sql, stops on failure]
CREATE TEMP TABLE temp."MILLRACE_LOAD" AS
SELECT "PAID_ON", "REVENUE"
FROM "harbour"."core"."INC_REVENUE"
WHERE 1 = 0
;
-- run: Read sources [sql, stops on failure]
INSERT INTO temp."MILLRACE_LOAD" ("PAID_ON", "REVENUE")
SELECT query."PAID_ON", query."REVENUE"
FROM (
SELECT
  CAST(p."PAID_AT" AS DATE) AS "PAID_ON",
  CAST(SUM(p."AMOUNT") AS DECIMAL(18,2)) AS "REVENUE"
FROM "harbour"."stage"."STG_PAYMENTS" AS p
GROUP BY CAST(p."PAID_AT" AS DATE)
) AS query
;
-- run: Delete rows of the interval [sql, stops on failure]
DELETE FROM "harbour"."core"."INC_REVENUE"
;
-- run: Insert rows [sql, stops on failure]
INSERT INTO "harbour"."core"."INC_REVENUE" ("PAID_ON", "REVENUE")
SELECT "PAID_ON", "REVENUE"
FROM temp."MILLRACE_LOAD"
;
-- run: Drop work table [sql, stops on failure]
DROP TABLE IF EXISTS temp."MILLRACE_LOAD"
;
