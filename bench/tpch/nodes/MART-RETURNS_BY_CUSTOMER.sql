@id("7c1de0f4-93b5-4f0e-8a71-5b1c00000012")
@nodeType("Stage")
@description("What customers sent back.")

SELECT
  c.customer_key,
  c.customer_name,
  c.nation,
  c.balance,
  cast(sum(f.net_price) AS DECIMAL(38, 4)) AS lost_revenue
FROM {{ ref('CORE', 'FCT_SALES') }} AS f
JOIN {{ ref('CORE', 'DIM_CUSTOMER') }} AS c ON f.customer_key = c.customer_key
WHERE f.return_flag = 'R'
GROUP BY c.customer_key, c.customer_name, c.nation, c.balance
