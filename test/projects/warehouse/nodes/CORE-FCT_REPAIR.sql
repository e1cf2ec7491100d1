@id("be88dea8-c773-5666-ad79-3288c208ca97")
@nodeType("Fact")
@description("One row for each repair.")
@preSQL("SELECT COUNT(*) FROM {{ ref_no_link('CORE', 'FCT_TRIP') }}")

SELECT
  r."REPAIR_ID" AS "REPAIR_ID" @businessKey,
  b."DIM_BIKE_KEY" AS "BIKE_KEY",
  s."DIM_STATION_KEY" AS "STATION_KEY",
  r."OPENED_AT" AS "OPENED_AT",
  r."COST" AS "COST" @testExpression('"COST" >= 0'),
  {{ minutes('r."OPENED_AT"', 'r."CLOSED_AT"') }} AS "MINUTES_OPEN"
FROM {{ ref('STAGE', 'STG_REPAIRS') }} AS r
LEFT JOIN {{ ref('CORE', 'DIM_BIKE') }} AS b
  ON r."BIKE_ID" = b."BIKE_ID"
LEFT JOIN {{ ref('CORE', 'DIM_STATION') }} AS s
  ON r."STATION_ID" = s."STATION_ID" AND {{ current_row('s') }}
WHERE NOT EXISTS (SELECT 1 FROM {{ ref('RAW', 'HOLIDAYS') }} AS h WHERE h."HOLIDAY_DATE" = CAST(r."OPENED_AT" AS DATE))
