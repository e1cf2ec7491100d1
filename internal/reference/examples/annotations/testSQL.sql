-- nodes/STAGE-STG_ORDERS.sql
@id("stg-orders")
@nodeType("Stage")
@testSQL("No refund without an order", "SELECT * FROM {{ this }} WHERE status = 'refund' AND order_id IS NULL")

SELECT o.order_id, o.status, o.amount, o.changed_at
FROM {{ ref('RAW', 'ORDERS') }} AS o
