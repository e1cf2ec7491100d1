@id("7c1de0f4-93b5-4f0e-8a71-5b1c00000007")
@nodeType("Stage")
@description("Every line with its order, and what it earns.")

SELECT
  l.order_key,
  l.line_number,
  o.customer_key,
  l.part_key,
  l.supplier_key,
  o.ordered_on,
  o.ordered_in,
  l.shipped_on,
  l.quantity,
  l.net_price,
  l.return_flag,
  cast(l.net_price - s.cost * l.quantity AS DECIMAL(18, 4)) AS profit
FROM {{ ref('STAGE', 'STG_LINES') }} AS l
JOIN {{ ref('STAGE', 'STG_ORDERS') }} AS o ON l.order_key = o.order_key
JOIN {{ ref('STAGE', 'STG_SUPPLY') }} AS s ON l.part_key = s.part_key AND l.supplier_key = s.supplier_key
