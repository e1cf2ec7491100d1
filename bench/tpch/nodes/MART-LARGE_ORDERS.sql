@id("7c1de0f4-93b5-4f0e-8a71-5b1c00000015")
@nodeType("Stage")
@description("Orders of more than 250 pieces.")

SELECT
  o.order_key,
  o.customer_key,
  o.ordered_on,
  o.total_price,
  cast(sum(l.quantity) AS DECIMAL(38, 2)) AS quantity
FROM {{ ref('STAGE', 'STG_ORDERS') }} AS o
JOIN {{ ref('STAGE', 'STG_LINES') }} AS l ON o.order_key = l.order_key
GROUP BY o.order_key, o.customer_key, o.ordered_on, o.total_price
HAVING sum(l.quantity) > 250
