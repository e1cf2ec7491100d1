@id("7c1de0f4-93b5-4f0e-8a71-5b1c00000005")
@nodeType("Dimension")
@description("Suppliers with their nation and region.")

SELECT
  s.s_suppkey AS supplier_key @businessKey,
  s.s_name AS supplier_name,
  s.s_acctbal AS balance,
  n.n_name AS nation,
  r.r_name AS region
FROM {{ ref('RAW', 'SUPPLIER') }} AS s
JOIN {{ ref('RAW', 'NATION') }} AS n ON s.s_nationkey = n.n_nationkey
JOIN {{ ref('RAW', 'REGION') }} AS r ON n.n_regionkey = r.r_regionkey
