@id("c1662f51-f721-5c05-ac58-dff26313153a")
@nodeType("Snapshot")
@description("Bikes as they were, by the moment of their last change.")
@snapshotStrategy("timestamp", "UPDATED_AT")
@invalidateHardDeletes

SELECT
  b."BIKE_ID" @uniqueKey,
  b."STATUS",
  b."MODEL",
  b."UPDATED_AT"
FROM {{ ref('STAGE', 'STG_BIKES') }} AS b
