-- nodes/STAGE-FCT_ORDER.sql
@id("fct-order")
@nodeType("Fact")

SELECT
  o.order_id  @businessKey,
  o.customer_id,
  o.amount
FROM {{ ref('RAW', 'ORDERS') }} AS o
