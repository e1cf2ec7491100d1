@id("2b18cc95-519d-5f0c-a242-859e25ad51f1")
@nodeType("View")
@description("Trips with everything that is known of them.")

SELECT
  t.*,
  s."STATION_NAME" AS "START_STATION_NAME",
  r."FULL_NAME" AS "RIDER_NAME"
FROM {{ ref('CORE', 'FCT_TRIP') }} AS t
LEFT JOIN {{ ref('CORE', 'DIM_STATION') }} AS s
  ON t."START_STATION_KEY" = s."DIM_STATION_KEY"
LEFT JOIN {{ ref('CORE', 'DIM_RIDER') }} AS r
  ON t."RIDER_ID" = r."RIDER_ID" AND {{ current_row('r') }}
