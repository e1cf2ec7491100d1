-- nodes/STAGE-STG_ORDERS.sql
@id("stg-orders")
@nodeType("Stage")

SELECT o.order_id, o.amount AS total  @id("amount")
FROM {{ ref('RAW', 'ORDERS') }} AS o
