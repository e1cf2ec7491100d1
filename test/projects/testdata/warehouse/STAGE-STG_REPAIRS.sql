-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "harbour"."stage"."STG_REPAIRS" AS
SELECT
    CAST(NULL AS BIGINT) AS "REPAIR_ID",
    CAST(NULL AS BIGINT) AS "BIKE_ID",
    CAST(NULL AS BIGINT) AS "STATION_ID",
    CAST(NULL AS TIMESTAMP) AS "OPENED_AT",
    CAST(NULL AS TIMESTAMP) AS "CLOSED_AT",
    rows_of_source."PART" AS "PART",
    CAST(NULL AS DECIMAL(12,2)) AS "COST",
    CAST(NULL AS INTEGER) AS "NUMBER_OF_BIKE",
    CAST(NULL AS BOOLEAN) AS "IS_OPEN"
FROM (
SELECT query."REPAIR_ID", query."BIKE_ID", query."STATION_ID", query."OPENED_AT", query."CLOSED_AT", query."PART", query."COST", query."NUMBER_OF_BIKE", query."IS_OPEN"
FROM (
/* The shop writes a repair again when a part is added; the numbers tell the first from the later ones. */
WITH numbered AS (
  SELECT
    r.*,
    ROW_NUMBER() OVER (PARTITION BY r."BIKE_ID" ORDER BY r."OPENED_AT", r."REPAIR_ID") AS "NUMBER_OF_BIKE"
  FROM "harbour"."raw"."REPAIRS" AS r
), open_ones AS (
  SELECT "REPAIR_ID" FROM numbered WHERE "CLOSED_AT" IS NULL
)
SELECT DISTINCT
  n."REPAIR_ID" AS "REPAIR_ID",
  n."BIKE_ID",
  n."STATION_ID",
  n."OPENED_AT",
  n."CLOSED_AT",
  NULLIF(TRIM(n."PART"), '') AS "PART",
  CAST(n."COST_CENTS" / 100.0 AS DECIMAL(12,2)) AS "COST",
  CAST(n."NUMBER_OF_BIKE" AS INTEGER) AS "NUMBER_OF_BIKE",
  n."REPAIR_ID" IN (SELECT o."REPAIR_ID" FROM open_ones AS o) AS "IS_OPEN"
FROM numbered AS n
) AS query
) AS rows_of_source
WHERE 1 = 0
;
-- create: Require REPAIR_ID [sql, stops on failure]
ALTER TABLE "harbour"."stage"."STG_REPAIRS" ALTER COLUMN "REPAIR_ID" SET NOT NULL
;
-- run: Empty table [sql, stops on failure]
DELETE FROM "harbour"."stage"."STG_REPAIRS"
;
-- run: Insert rows [sql, stops on failure]
INSERT INTO "harbour"."stage"."STG_REPAIRS" ("REPAIR_ID", "BIKE_ID", "STATION_ID", "OPENED_AT", "CLOSED_AT", "PART", "COST", "NUMBER_OF_BIKE", "IS_OPEN")
SELECT query."REPAIR_ID", query."BIKE_ID", query."STATION_ID", query."OPENED_AT", query."CLOSED_AT", query."PART", query."COST", query."NUMBER_OF_BIKE", query."IS_OPEN"
FROM (
/* The shop writes a repair again when a part is added; the numbers tell the first from the later ones. */
WITH numbered AS (
  SELECT
    r.*,
    ROW_NUMBER() OVER (PARTITION BY r."BIKE_ID" ORDER BY r."OPENED_AT", r."REPAIR_ID") AS "NUMBER_OF_BIKE"
  FROM "harbour"."raw"."REPAIRS" AS r
), open_ones AS (
  SELECT "REPAIR_ID" FROM numbered WHERE "CLOSED_AT" IS NULL
)
SELECT DISTINCT
  n."REPAIR_ID" AS "REPAIR_ID",
  n."BIKE_ID",
  n."STATION_ID",
  n."OPENED_AT",
  n."CLOSED_AT",
  NULLIF(TRIM(n."PART"), '') AS "PART",
  CAST(n."COST_CENTS" / 100.0 AS DECIMAL(12,2)) AS "COST",
  CAST(n."NUMBER_OF_BIKE" AS INTEGER) AS "NUMBER_OF_BIKE",
  n."REPAIR_ID" IN (SELECT o."REPAIR_ID" FROM open_ones AS o) AS "IS_OPEN"
FROM numbered AS n
) AS query
;
