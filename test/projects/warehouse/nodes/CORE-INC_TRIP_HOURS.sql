@id("57c1b65e-fc31-515b-bbc8-975a72f82bff")
@nodeType("Incremental")
@description("Trips by hour; what was loaded once is not looked at again.")
@strategy("append")
@watermark("HOUR_STARTED")

SELECT
  DATE_TRUNC('hour', t."STARTED_AT") AS "HOUR_STARTED",
  t."CHANNEL" AS "CHANNEL",
  COUNT(*) AS "TRIPS",
  CAST(SUM(t."MINUTES") AS BIGINT) AS "MINUTES"
FROM {{ ref('STAGE', 'STG_TRIPS') }} AS t
GROUP BY DATE_TRUNC('hour', t."STARTED_AT"), t."CHANNEL"
