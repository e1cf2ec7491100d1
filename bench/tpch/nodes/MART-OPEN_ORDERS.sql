@id("7c1de0f4-93b5-4f0e-8a71-5b1c00000009")
@nodeType("Stage")
@description("What is still to be shipped, by order.")

SELECT
  o.order_key,
  o.ordered_on,
  o.ship_priority,
  cast(sum(l.net_price) AS DECIMAL(38, 4)) AS revenue
FROM {{ ref('STAGE', 'STG_ORDERS') }} AS o
JOIN {{ ref('CORE', 'DIM_CUSTOMER') }} AS c ON o.customer_key = c.customer_key
JOIN {{ ref('STAGE', 'STG_LINES') }} AS l ON o.order_key = l.order_key
WHERE c.segment = 'BUILDING' AND o.ordered_on < DATE '1995-03-15' AND l.shipped_on > DATE '1995-03-15'
GROUP BY o.order_key, o.ordered_on, o.ship_priority
