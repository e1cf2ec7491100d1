@id("993d8781-d6df-55b3-8689-6496ec366e43")
@nodeType("Dimension")
@description("Tariffs as they are now.")

SELECT
  t."TARIFF_CODE" @businessKey,
  t."TARIFF_NAME",
  t."PRICE_PER_MINUTE"
FROM {{ ref('STAGE', 'LKP_TARIFFS') }} AS t
