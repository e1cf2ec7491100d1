@id("a0a5fbaf-28e1-51cf-a54e-0b289b02825c")
@nodeType("32")
@owner("ann")
@materializationType("table")

SELECT NULLIF(TRIM("ORDERS"."STATUS"), '') AS "STATUS"
FROM {{ ref('RAW', 'ORDERS') }} "ORDERS"
