@id("0b7a1f52-8c36-4e0f-9a53-51f1c7a60e07")
@nodeType("View")
@description("What was sold in each month, by category.")

SELECT
  cast(date_trunc('month', f.ordered_on) AS date) AS month,
  p.category,
  count(*)                           AS orders,
  cast(sum(f.amount) AS decimal(18,2)) AS revenue
FROM {{ ref('CORE', 'FCT_ORDER') }} AS f
JOIN {{ ref('CORE', 'DIM_PRODUCT') }} AS p
  ON f.product_key = p."DIM_PRODUCT_KEY"
GROUP BY 1, 2
