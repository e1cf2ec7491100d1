@id("7c1de0f4-93b5-4f0e-8a71-5b1c00000008")
@nodeType("Stage")
@description("Lines added up by how far they got.")

SELECT
  l.return_flag,
  l.line_status,
  cast(sum(l.quantity) AS DECIMAL(38, 2)) AS quantity,
  cast(sum(l.list_price) AS DECIMAL(38, 2)) AS list_price,
  cast(sum(l.net_price) AS DECIMAL(38, 4)) AS net_price,
  cast(sum(l.net_price * (1 + l.tax)) AS DECIMAL(38, 6)) AS charge,
  cast(avg(l.discount) AS DOUBLE) AS mean_discount,
  cast(count(*) AS BIGINT) AS lines
FROM {{ ref('STAGE', 'STG_LINES') }} AS l
WHERE l.shipped_on <= DATE '1998-09-02'
GROUP BY l.return_flag, l.line_status
