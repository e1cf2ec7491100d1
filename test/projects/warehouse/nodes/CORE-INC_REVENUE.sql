@id("488fac0c-724d-55c3-9802-43ff008f683a")
@nodeType("Incremental")
@description("Revenue by day; the days of an interval are loaded again.")
@strategy("delete_insert")
@interval("PAID_ON")

SELECT
  CAST(p."PAID_AT" AS DATE) AS "PAID_ON",
  CAST(SUM(p."AMOUNT") AS DECIMAL(18,2)) AS "REVENUE"
FROM {{ ref('STAGE', 'STG_PAYMENTS') }} AS p
GROUP BY CAST(p."PAID_AT" AS DATE)
