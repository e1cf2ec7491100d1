@id("0b7a1f52-8c36-4e0f-9a53-51f1c7a60e05")
@nodeType("Dimension")
@description("Products as they are now.")

SELECT
  p.product_id                       @notNull @businessKey,
  p.product_name,
  p.category,
  p.price
FROM {{ ref('STAGE', 'STG_PRODUCTS') }} AS p
