-- nodes/STAGE-STG_ORDERS.sql
@id("stg-orders")
@nodeType("Stage")
@description("Orders of all shops.")

SELECT o.order_id, o.amount  @description("In euro, with tax.")
FROM {{ ref('RAW', 'ORDERS') }} AS o
