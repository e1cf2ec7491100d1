-- nodes/STAGE-INC_ORDERS.sql
@id("inc-orders")
@nodeType("Incremental")
@strategy("delete_insert")
@watermark("changed_at")
@lookback(2, "day")

SELECT o.order_id, o.changed_at
FROM {{ ref('RAW', 'ORDERS') }} AS o
