-- nodes/STAGE-STG_ORDERS.sql
@id("stg-orders")
@nodeType("Stage")
@testFreshness("changed_at", 24, "hour")

SELECT o.order_id, o.status, o.amount, o.changed_at
FROM {{ ref('RAW', 'ORDERS') }} AS o
