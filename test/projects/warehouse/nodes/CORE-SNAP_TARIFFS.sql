@id("061675ff-d4ed-59f0-89f0-19ccbf87e906")
@nodeType("Snapshot")
@description("Tariffs as they were, by what they cost.")
@snapshotStrategy("check")

SELECT
  t."TARIFF_CODE" @uniqueKey,
  t."TARIFF_NAME",
  t."PRICE_PER_MINUTE" @changeTracking
FROM {{ ref('RAW', 'TARIFFS') }} AS t
