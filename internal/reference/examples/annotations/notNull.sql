-- nodes/STAGE-STG_ORDERS.sql
@id("stg-orders")
@nodeType("Stage")

SELECT o.order_id  @notNull, o.amount
FROM {{ ref('RAW', 'ORDERS') }} AS o
