@id("960db160-c8bc-5f37-9a95-0fe842fb94cb")
@nodeType("Stage")
@description("Repairs, counted for each bike.")

/* The shop writes a repair again when a part is added; the numbers tell the first from the later ones. */
WITH numbered AS (
  SELECT
    r.*,
    ROW_NUMBER() OVER (PARTITION BY r."BIKE_ID" ORDER BY r."OPENED_AT", r."REPAIR_ID") AS "NUMBER_OF_BIKE"
  FROM {{ ref('RAW', 'REPAIRS') }} AS r
), open_ones AS (
  SELECT "REPAIR_ID" FROM numbered WHERE "CLOSED_AT" IS NULL
)
SELECT DISTINCT
  n."REPAIR_ID" AS "REPAIR_ID" @notNull,
  n."BIKE_ID",
  n."STATION_ID",
  n."OPENED_AT",
  n."CLOSED_AT",
  {{ tidy('n."PART"') }} AS "PART",
  {{ euros('n."COST_CENTS"') }} AS "COST",
  CAST(n."NUMBER_OF_BIKE" AS INTEGER) AS "NUMBER_OF_BIKE",
  n."REPAIR_ID" IN (SELECT o."REPAIR_ID" FROM open_ones AS o) AS "IS_OPEN"
FROM numbered AS n
