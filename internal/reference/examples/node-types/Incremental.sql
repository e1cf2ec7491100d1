-- nodes/STAGE-INC_ORDERS.sql
@id("inc-orders")
@nodeType("Incremental")
@strategy("merge")
@watermark("changed_at")
@lookback(1, "day")

SELECT
  o.order_id  @uniqueKey,
  o.status,
  o.changed_at
FROM {{ ref('RAW', 'ORDERS') }} AS o
