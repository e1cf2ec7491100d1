@id("0b7a1f52-8c36-4e0f-9a53-51f1c7a60e03")
@nodeType("Stage")
@description("Orders that were not cancelled, with the day they were placed.")

SELECT
  o.order_id                         @notNull @testUnique,
  o.customer_id                      @testRelationship("STAGE", "STG_CUSTOMERS", "customer_id"),
  o.product_id                       @testRelationship("STAGE", "STG_PRODUCTS", "product_id"),
  o.quantity                         @testRange(1, 1000),
  o.ordered_at,
  cast(o.ordered_at AS date)         AS ordered_on
FROM {{ ref('RAW', 'ORDERS') }} AS o
WHERE o.status <> 'cancelled'
