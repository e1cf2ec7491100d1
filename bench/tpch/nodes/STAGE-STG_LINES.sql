@id("7c1de0f4-93b5-4f0e-8a71-5b1c00000002")
@nodeType("Stage")
@description("Lines with what is paid for them.")

SELECT
  l.l_orderkey AS order_key @testNotNull,
  l.l_linenumber AS line_number,
  l.l_partkey AS part_key,
  l.l_suppkey AS supplier_key,
  l.l_quantity AS quantity,
  l.l_extendedprice AS list_price,
  l.l_discount AS discount,
  l.l_tax AS tax,
  cast(l.l_extendedprice * (1 - l.l_discount) AS DECIMAL(18, 4)) AS net_price,
  l.l_returnflag AS return_flag,
  l.l_linestatus AS line_status,
  l.l_shipdate AS shipped_on,
  l.l_commitdate AS promised_on,
  l.l_receiptdate AS received_on,
  l.l_shipmode AS ship_mode
FROM {{ ref('RAW', 'LINEITEM') }} AS l
