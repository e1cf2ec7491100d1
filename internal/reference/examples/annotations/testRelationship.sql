-- nodes/STAGE-STG_ORDERS.sql
@id("stg-orders")
@nodeType("Stage")

SELECT o.order_id, o.customer_id  @testRelationship("RAW", "CUSTOMERS", "customer_id")
FROM {{ ref('RAW', 'ORDERS') }} AS o
