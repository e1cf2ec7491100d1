-- create: Create view [sql, stops on failure]
CREATE OR REPLACE VIEW "harbour"."mart"."V_STATION_MONTH" AS
WITH months AS (
  SELECT "START_STATION_NAME" AS station, CAST(DATE_TRUNC('month', "STARTED_AT") AS DATE) AS month, COUNT(*) AS trips
  FROM "harbour"."mart"."V_TRIPS"
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
  SELECT COUNT(*) AS "RIDE_DAYS" FROM "harbour"."stage"."STG_TRIP_DAYS" WHERE "REASON" = 'ride'
) AS days
WHERE ranked.trips > 0
ORDER BY ranked.month, ranked.place
;
-- run: nothing
