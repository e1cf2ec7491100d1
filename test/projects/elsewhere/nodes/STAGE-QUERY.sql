@id("5")
@nodeType("Stage")

SELECT
  o.id::BIGINT,
  CAST(o."Total" AS DECIMAL(9, 2)),
  o."Note"::VARCHAR @notNull,
  'force_checkpoint()' AS word,
  '{% raw %}{{ name }} {% if %}{% endraw %}' AS pattern
FROM {{ ref('RAW', 'ORDERS') }} AS o
