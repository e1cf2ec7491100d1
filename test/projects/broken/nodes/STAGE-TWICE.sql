@id("c2910e80-fa6c-5fc2-a2ae-d9061d202a07")
@nodeType("32")
@owner("ann")

SELECT "ORDERS"."ORDER_ID" AS "ORDER_ID"
FROM {{ ref('RAW', 'ORDERS') }} "ORDERS"
