@id("0b7a1f52-8c36-4e0f-9a53-51f1c7a60e08")
@nodeType("View")
@description("Customers by what they bought, best first in their country.")

WITH bought AS (
  SELECT f.customer_key, count(*) AS orders, cast(sum(f.amount) AS decimal(18,2)) AS revenue
  FROM {{ ref('CORE', 'FCT_ORDER') }} AS f
  GROUP BY f.customer_key
)
SELECT
  c.customer_name,
  c.country_code,
  bought.orders,
  bought.revenue,
  rank() OVER (PARTITION BY c.country_code ORDER BY bought.revenue DESC) AS place
FROM bought
JOIN {{ ref('CORE', 'DIM_CUSTOMER') }} AS c
  ON bought.customer_key = c."DIM_CUSTOMER_KEY"
