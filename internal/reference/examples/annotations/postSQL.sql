-- nodes/STAGE-STG_ORDERS.sql
@id("stg-orders")
@nodeType("Stage")
@postSQL("DELETE FROM {{ this }} WHERE amount = 0")

SELECT o.order_id, o.status, o.amount, o.changed_at
FROM {{ ref('RAW', 'ORDERS') }} AS o
