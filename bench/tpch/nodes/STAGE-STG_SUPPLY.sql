@id("7c1de0f4-93b5-4f0e-8a71-5b1c00000003")
@nodeType("Stage")
@description("What a part costs at each of its suppliers.")

SELECT
  ps.ps_partkey AS part_key,
  ps.ps_suppkey AS supplier_key,
  ps.ps_availqty AS available,
  ps.ps_supplycost AS cost
FROM {{ ref('RAW', 'PARTSUPP') }} AS ps
