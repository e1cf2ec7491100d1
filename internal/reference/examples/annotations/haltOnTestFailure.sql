-- nodes/STAGE-STG_ORDERS.sql
@id("stg-orders")
@nodeType("Stage")
@haltOnTestFailure

SELECT o.order_id  @testNotNull, o.amount
FROM {{ ref('RAW', 'ORDERS') }} AS o
