@id("eea54670-39c8-5d6f-963b-1ce19e42f967")
@nodeType("View")
@description("How busy stations are, and how they stand among their neighbours.")

WITH months AS (
  SELECT "START_STATION_NAME" AS station, CAST(DATE_TRUNC('month', "STARTED_AT") AS DATE) AS month, COUNT(*) AS trips
  FROM {{ ref('MART', 'V_TRIPS') }}
  GROUP BY 1, 2
), ranked AS (
  SELECT months.*, RANK() OVER (PARTITION BY month ORDER BY trips DESC) AS place
  FROM months
)
SELECT
  ranked.station AS "STATION_NAME",
  ranked.month AS "MONTH",
  ranked.trips AS "TRIPS",
  ranked.place AS "PLACE",
  days."RIDE_DAYS" AS "RIDE_DAYS"
FROM ranked
CROSS JOIN (
  SELECT COUNT(*) AS "RIDE_DAYS" FROM {{ ref('STAGE', 'STG_TRIP_DAYS') }} WHERE "REASON" = 'ride'
) AS days
WHERE ranked.trips > 0
ORDER BY ranked.month, ranked.place
