-- nodes/STAGE-STG_ORDERS.sql
@id("stg-orders")
@nodeType("Stage")

SELECT o.order_id, o.status  @testAcceptedValues('new', 'paid', 'refund')
FROM {{ ref('RAW', 'ORDERS') }} AS o
