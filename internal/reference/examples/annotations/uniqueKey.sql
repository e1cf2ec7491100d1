-- nodes/STAGE-SNP_ORDERS.sql
@id("snp-orders")
@nodeType("Snapshot")

SELECT o.order_id  @uniqueKey, o.status
FROM {{ ref('RAW', 'ORDERS') }} AS o
