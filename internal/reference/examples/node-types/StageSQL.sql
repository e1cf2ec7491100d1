-- nodes/STAGE-STG_ORDERS.sql
@id("stg-orders")
@nodeType("Stage")
@description("Orders that were paid.")

SELECT o.order_id, o.customer_id, o.amount
FROM {{ ref('RAW', 'ORDERS') }} AS o
WHERE o.status = 'paid'
