@id("a92a7731-9701-54cc-b3b5-bc3a90387190")
@nodeType("Stage")
@description("Payments in the currency of the house.")
@testRowCount(1)

SELECT
  "PAYMENTS"."PAYMENT_ID" AS "PAYMENT_ID" @notNull @testUnique,
  "PAYMENTS"."TRIP_ID" AS "TRIP_ID" @testRelationship("STAGE", "STG_TRIPS", "TRIP_ID"),
  "PAYMENTS"."PAID_AT" AS "PAID_AT",
  {{ euros('"PAYMENTS"."AMOUNT_CENTS"') }} AS "AMOUNT" @testRange(0, 500) @description("Gross."),
  CAST(LOWER("PAYMENTS"."METHOD") AS VARCHAR) AS "METHOD" @defaultValue("'card'") @testAcceptedValues("card", "cash", "voucher")
FROM {{ ref('RAW', 'PAYMENTS') }} "PAYMENTS"
WHERE "PAYMENTS"."AMOUNT_CENTS" <> 0
