@id("0077199f-524d-5c83-8829-7340ee40f5be")
@nodeType("32")
@owner("ann")

SELECT "ORDERS"."AMOUNT" * 2, "ORDERS"."ORDER_ID"
FROM {{ ref('RAW', 'ORDERS') }} "ORDERS"
