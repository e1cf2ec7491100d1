@id("240ca635-40ce-5c73-8b9e-946f00bada63")
@nodeType("32")
@owner("ann")

SELECT ("ORDERS"."ORDER_ID" AS "ORDER_ID"
FROM {{ ref('RAW', 'ORDERS') }} "ORDERS"
WHERE "ORDERS"."STATUS" = 'open
