-- nodes/STAGE-INC_ORDERS.sql
@id("inc-orders")
@nodeType("Incremental")
@strategy("merge")

SELECT o.order_id  @uniqueKey, o.amount
FROM {{ ref('RAW', 'ORDERS') }} AS o
