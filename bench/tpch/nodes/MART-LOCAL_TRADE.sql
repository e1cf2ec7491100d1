@id("7c1de0f4-93b5-4f0e-8a71-5b1c00000010")
@nodeType("Stage")
@description("Revenue within a nation, by year.")

SELECT
  s.nation,
  f.ordered_in,
  cast(sum(f.net_price) AS DECIMAL(38, 4)) AS revenue
FROM {{ ref('CORE', 'FCT_SALES') }} AS f
JOIN {{ ref('CORE', 'DIM_CUSTOMER') }} AS c ON f.customer_key = c.customer_key
JOIN {{ ref('CORE', 'DIM_SUPPLIER') }} AS s ON f.supplier_key = s.supplier_key AND c.nation = s.nation
GROUP BY s.nation, f.ordered_in
