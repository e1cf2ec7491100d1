@id("1")
SELECT TOP 5
  src:customer.name::string AS name @notNull,
  src:items[0].price::number(10,2) price,
  f.value:sku::varchar AS sku,
  $1 AS first_column,
  t.$2 second_column,
  DATEDIFF(day, a, b) AS days,
  IFF(x IS DISTINCT FROM y, 'a', 'b') AS c,
  'it\'s' AS quoted,
  OBJECT_CONSTRUCT(*) AS everything,
  ARRAY_AGG(z) WITHIN GROUP (ORDER BY z) AS zs,
  FIRST_VALUE(q) IGNORE NULLS OVER (PARTITION BY p ORDER BY o) AS fv
FROM @my_stage/path/file.csv (FILE_FORMAT => 'csv') t,
  LATERAL FLATTEN(input => src:items, outer => true) f
QUALIFY ROW_NUMBER() OVER (PARTITION BY a ORDER BY b) = 1
