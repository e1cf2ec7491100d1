-- nodes/STAGE-STG_ORDERS.sql
@id("stg-orders")
@nodeType("Stage")

SELECT o.order_id, o.amount  @testRange(0, 10000)
FROM {{ ref('RAW', 'ORDERS') }} AS o
