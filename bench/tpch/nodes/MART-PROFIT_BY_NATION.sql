@id("7c1de0f4-93b5-4f0e-8a71-5b1c00000011")
@nodeType("Stage")
@description("Profit on green parts, by nation of the supplier and year.")

SELECT
  s.nation,
  f.ordered_in,
  cast(sum(f.profit) AS DECIMAL(38, 4)) AS profit
FROM {{ ref('CORE', 'FCT_SALES') }} AS f
JOIN {{ ref('CORE', 'DIM_PART') }} AS p ON f.part_key = p.part_key
JOIN {{ ref('CORE', 'DIM_SUPPLIER') }} AS s ON f.supplier_key = s.supplier_key
WHERE p.part_name LIKE '%green%'
GROUP BY s.nation, f.ordered_in
