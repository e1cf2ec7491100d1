@id("de1827f2-830d-5890-afc9-4745db9516a6")
@nodeType("23")
@grain("rider and month")
@index("RIDER_ID")
@index("MONTH", false)

SELECT
  t."RIDER_ID" AS "RIDER_ID",
  CAST(DATE_TRUNC('month', t."STARTED_AT") AS DATE) AS "MONTH",
  CAST(SUM(t."MINUTES") AS BIGINT) AS "MINUTES" @measure @unit('minutes'),
  CAST(SUM(t."DISTANCE_KM") AS DECIMAL(18,3)) AS "DISTANCE_KM" @measure @unit("kilometres")
FROM {{ ref('CORE', 'FCT_TRIP') }} AS t
GROUP BY 1, 2
