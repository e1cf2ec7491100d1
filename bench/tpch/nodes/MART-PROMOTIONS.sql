@id("7c1de0f4-93b5-4f0e-8a71-5b1c00000014")
@nodeType("Stage")
@description("The share of promoted parts in revenue, by month of shipping.")

SELECT
  cast(date_trunc('month', f.shipped_on) AS DATE) AS shipped_in,
  cast(100.0 * sum(CASE WHEN p.type LIKE 'PROMO%' THEN f.net_price ELSE 0 END) / sum(f.net_price) AS DOUBLE) AS share
FROM {{ ref('CORE', 'FCT_SALES') }} AS f
JOIN {{ ref('CORE', 'DIM_PART') }} AS p ON f.part_key = p.part_key
GROUP BY date_trunc('month', f.shipped_on)
