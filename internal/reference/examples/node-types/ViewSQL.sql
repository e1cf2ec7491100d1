-- nodes/STAGE-V_REVENUE.sql
@id("v-revenue")
@nodeType("View")

SELECT c.country, SUM(o.amount) AS revenue
FROM {{ ref('RAW', 'ORDERS') }} AS o
JOIN {{ ref('RAW', 'CUSTOMERS') }} AS c ON c.customer_id = o.customer_id
GROUP BY c.country
