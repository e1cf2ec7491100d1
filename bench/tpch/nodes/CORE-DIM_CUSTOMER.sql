@id("7c1de0f4-93b5-4f0e-8a71-5b1c00000004")
@nodeType("Dimension")
@description("Customers with their nation and region.")

SELECT
  c.c_custkey AS customer_key @businessKey,
  c.c_name AS customer_name,
  c.c_phone AS phone,
  c.c_acctbal AS balance,
  c.c_mktsegment AS segment,
  n.n_name AS nation,
  r.r_name AS region
FROM {{ ref('RAW', 'CUSTOMER') }} AS c
JOIN {{ ref('RAW', 'NATION') }} AS n ON c.c_nationkey = n.n_nationkey
JOIN {{ ref('RAW', 'REGION') }} AS r ON n.n_regionkey = r.r_regionkey
