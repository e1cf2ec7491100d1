@id("0b7a1f52-8c36-4e0f-9a53-51f1c7a60e06")
@nodeType("Fact")
@description("One row for each order, with the customer and the product as they are now.")

SELECT
  o.order_id                         @notNull @businessKey,
  c."DIM_CUSTOMER_KEY"               AS customer_key @testNotNull,
  p."DIM_PRODUCT_KEY"                AS product_key @testNotNull,
  o.ordered_on,
  o.quantity,
  cast(o.quantity * p.price AS decimal(12,2)) AS amount @testExpression("amount >= 0")
FROM {{ ref('STAGE', 'STG_ORDERS') }} AS o
LEFT JOIN {{ ref('CORE', 'DIM_CUSTOMER') }} AS c
  ON o.customer_id = c.customer_id AND c."SYSTEM_CURRENT_FLAG" = 'Y'
LEFT JOIN {{ ref('CORE', 'DIM_PRODUCT') }} AS p
  ON o.product_id = p.product_id
