-- nodes/STAGE-INC_ORDERS.sql
@id("inc-orders")
@nodeType("Incremental")
@watermark("changed_at")

SELECT o.order_id, o.changed_at
FROM {{ ref('RAW', 'ORDERS') }} AS o
