-- nodes/STAGE-STG_ORDERS.sql
@id("stg-orders")
@nodeType("Stage")

SELECT o.order_id, o.amount  @testExpression("amount >= 0 OR order_id < 100")
FROM {{ ref('RAW', 'ORDERS') }} AS o
