@id("7c1de0f4-93b5-4f0e-8a71-5b1c00000013")
@nodeType("Stage")
@description("Late lines by way of shipping and priority.")

SELECT
  l.ship_mode,
  cast(sum(CASE WHEN o.priority IN ('1-URGENT', '2-HIGH') THEN 1 ELSE 0 END) AS BIGINT) AS urgent,
  cast(sum(CASE WHEN o.priority IN ('1-URGENT', '2-HIGH') THEN 0 ELSE 1 END) AS BIGINT) AS others
FROM {{ ref('STAGE', 'STG_LINES') }} AS l
JOIN {{ ref('STAGE', 'STG_ORDERS') }} AS o ON l.order_key = o.order_key
WHERE l.promised_on < l.received_on AND l.shipped_on < l.promised_on
GROUP BY l.ship_mode
