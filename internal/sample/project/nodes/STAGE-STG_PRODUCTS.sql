@id("0b7a1f52-8c36-4e0f-9a53-51f1c7a60e02")
@nodeType("Stage")
@description("Products with prices in the currency of the shop.")

SELECT
  p.product_id                       @notNull @testUnique,
  p.product_name,
  p.category,
  {{ money('p.price_cents') }}       AS price @testRange(0, 10000)
FROM {{ ref('RAW', 'PRODUCTS') }} AS p
