-- nodes/STAGE-SNP_ORDERS.sql
@id("snp-orders")
@nodeType("Snapshot")
@snapshotStrategy("timestamp", "changed_at")

SELECT
  o.order_id  @uniqueKey,
  o.status,
  o.changed_at
FROM {{ ref('RAW', 'ORDERS') }} AS o
