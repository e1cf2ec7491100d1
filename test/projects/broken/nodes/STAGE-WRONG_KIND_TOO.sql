@id("7d9400fa-e479-5f0c-abf9-386ad3356991")
@nodeType("31")

SELECT "ORDERS"."ORDER_ID" AS "ORDER_ID"
FROM {{ ref('RAW', 'ORDERS') }} "ORDERS"
