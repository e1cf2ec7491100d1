@id("7c1de0f4-93b5-4f0e-8a71-5b1c00000006")
@nodeType("Dimension")
@description("Parts.")

SELECT
  p.p_partkey AS part_key @businessKey,
  p.p_name AS part_name,
  p.p_brand AS brand,
  p.p_type AS type,
  p.p_size AS size,
  p.p_container AS container,
  p.p_retailprice AS retail_price
FROM {{ ref('RAW', 'PART') }} AS p
