-- nodes/STAGE-FCT_ORDER.sql
@id("fct-order")
@nodeType("Fact")
@truncateBefore

SELECT o.order_id, o.status, o.amount, o.changed_at
FROM {{ ref('RAW', 'ORDERS') }} AS o
