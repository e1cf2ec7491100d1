@id("7c1de0f4-93b5-4f0e-8a71-5b1c00000016")
@nodeType("Stage")
@description("Customers with money and without an order, by region.")

SELECT
  c.region,
  cast(count(*) AS BIGINT) AS customers,
  cast(sum(c.balance) AS DECIMAL(38, 2)) AS balance
FROM {{ ref('CORE', 'DIM_CUSTOMER') }} AS c
LEFT JOIN {{ ref('STAGE', 'STG_ORDERS') }} AS o ON c.customer_key = o.customer_key
WHERE o.order_key IS NULL AND c.balance > 0
GROUP BY c.region
