-- nodes/STAGE-STG_ORDERS.sql
@id("stg-orders")
@nodeType("Stage")

SELECT o.order_id, o.amount  @defaultValue("0")
FROM {{ ref('RAW', 'ORDERS') }} AS o
