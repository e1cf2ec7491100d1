@id("30fb394b-763d-5ee1-8708-f277d5892939")
@nodeType("Dimension")
@description("Riders, with every tariff that they had.")

SELECT
  "STG_RIDERS"."RIDER_ID" AS "RIDER_ID" @notNull @businessKey,
  "STG_RIDERS"."FULL_NAME" AS "FULL_NAME",
  "STG_RIDERS"."EMAIL" AS "EMAIL" @description("First letter and domain."),
  "STG_RIDERS"."TARIFF_CODE" AS "TARIFF_CODE" @changeTracking,
  "STG_RIDERS"."CITY" AS "CITY" @changeTracking
FROM {{ ref('STAGE', 'STG_RIDERS') }} "STG_RIDERS"
