@nodeType("View")
SELECT
  o.id::BIGINT,
  CAST(o."Total ""x""" AS DECIMAL(9, 2)) @notNull,
  TRY_CAST((amount) AS INTEGER) -- a comment
  , "Note"::VARCHAR::TEXT @description("x"),
  x::INTEGER AS y,
  {{ z }}::INTEGER AS z
FROM {{ ref('RAW', 'ORDERS') }} AS o
