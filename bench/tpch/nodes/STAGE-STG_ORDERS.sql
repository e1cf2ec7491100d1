@id("7c1de0f4-93b5-4f0e-8a71-5b1c00000001")
@nodeType("Stage")
@description("Orders with the year they were placed in.")

SELECT
  o.o_orderkey AS order_key @testUnique,
  o.o_custkey AS customer_key @testNotNull,
  o.o_orderstatus AS status,
  o.o_totalprice AS total_price,
  o.o_orderdate AS ordered_on,
  cast(extract(year FROM o.o_orderdate) AS INTEGER) AS ordered_in,
  o.o_orderpriority AS priority,
  o.o_shippriority AS ship_priority
FROM {{ ref('RAW', 'ORDERS') }} AS o
