@id("92a91d57-6583-5201-a585-828c9fbcb67c")
@nodeType("Incremental")
@description("Departures by station and day; late trips change the day that they belong to.")
@strategy("merge")
@watermark("TRIP_DAY")
@lookback(3, "day")

SELECT
  t."START_STATION_ID" AS "STATION_ID" @uniqueKey,
  CAST(t."STARTED_AT" AS DATE) AS "TRIP_DAY" @uniqueKey,
  CAST(COUNT(*) AS BIGINT) AS "DEPARTURES"
FROM {{ ref('STAGE', 'STG_TRIPS') }} AS t
GROUP BY t."START_STATION_ID", CAST(t."STARTED_AT" AS DATE)
