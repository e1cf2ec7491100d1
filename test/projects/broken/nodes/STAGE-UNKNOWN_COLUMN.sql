@id("cb2e9b35-685b-5a95-9b54-2e879e5dc119")
@nodeType("32")
@owner("ann")

SELECT "ORDERS"."ORDER_IDD" AS "ORDER_ID"
FROM {{ ref('RAW', 'ORDERS') }} "ORDERS"
