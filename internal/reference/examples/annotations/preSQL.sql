-- nodes/STAGE-STG_ORDERS.sql
@id("stg-orders")
@nodeType("Stage")
@preSQL("DELETE FROM {{ this }} WHERE order_id < 0")

SELECT o.order_id, o.status, o.amount, o.changed_at
FROM {{ ref('RAW', 'ORDERS') }} AS o
