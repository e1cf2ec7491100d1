-- The tables of a wholesale business in the shape and the sizes of TPC-H, computed from numbers only, so that every run
-- and any number of threads produces the same rows. Set the variable scale before; scale 1 has 6 million line items.

CREATE TEMP MACRO draw(key, salt, n) AS (hash(key, salt) % n::UBIGINT)::INTEGER;
CREATE TEMP MACRO word(list, n, key, salt) AS list[1 + draw(key, salt, n)]; -- one of a list of n
CREATE TEMP MACRO sentence(key, salt) AS concat_ws(' ',
  word(['quick', 'slow', 'bold', 'silent', 'late', 'even', 'final', 'special'], 8, key, salt),
  word(['parcels', 'requests', 'ledgers', 'accounts', 'pallets', 'letters'], 6, key, salt + 1),
  word(['wait', 'sleep', 'turn', 'rest', 'haggle', 'travel'], 6, key, salt + 2),
  word(['along the river', 'behind the mill', 'near the docks', 'over the hills'], 4, key, salt + 3));

CREATE TABLE region AS
SELECT i::INTEGER AS r_regionkey, ['AFRICA', 'AMERICA', 'ASIA', 'EUROPE', 'MIDDLE EAST'][i + 1] AS r_name, sentence(i, 1) AS r_comment
FROM range(5) AS t(i);

CREATE TABLE nation AS
SELECT i::INTEGER AS n_nationkey, 'NATION ' || lpad(i::VARCHAR, 2, '0') AS n_name, (i % 5)::INTEGER AS n_regionkey, sentence(i, 5) AS n_comment
FROM range(25) AS t(i);

CREATE TABLE supplier AS
SELECT
  i::INTEGER AS s_suppkey,
  'Supplier ' || lpad(i::VARCHAR, 9, '0') AS s_name,
  draw(i, 11, 900) || ' Mill Lane' AS s_address,
  draw(i, 12, 25) AS s_nationkey,
  '10-' || draw(i, 13, 10000000) AS s_phone,
  ((draw(i, 14, 1100000) - 100000) / 100)::DECIMAL(15, 2) AS s_acctbal,
  sentence(i, 15) AS s_comment
FROM range(1, (10000 * getvariable('scale'))::BIGINT + 1) AS t(i);

CREATE TABLE part AS
SELECT
  i::INTEGER AS p_partkey,
  concat_ws(' ',
    word(['almond', 'azure', 'blue', 'coral', 'forest', 'green', 'khaki', 'lemon'], 8, i, 21),
    word(['bolt', 'gear', 'hinge', 'lever', 'pin', 'spring', 'valve', 'wheel'], 8, i, 22)) AS p_name,
  'Manufacturer#' || (1 + draw(i, 23, 5)) AS p_mfgr,
  'Brand#' || (1 + draw(i, 23, 5)) || (1 + draw(i, 24, 5)) AS p_brand,
  concat_ws(' ',
    word(['STANDARD', 'SMALL', 'MEDIUM', 'LARGE', 'ECONOMY', 'PROMO'], 6, i, 25),
    word(['ANODIZED', 'BURNISHED', 'PLATED', 'POLISHED', 'BRUSHED'], 5, i, 26),
    word(['TIN', 'NICKEL', 'BRASS', 'STEEL', 'COPPER'], 5, i, 27)) AS p_type,
  1 + draw(i, 28, 50) AS p_size,
  word(['SM', 'MED', 'LG', 'JUMBO', 'WRAP'], 5, i, 29) || ' ' || word(['CASE', 'BOX', 'BAG', 'JAR', 'PACK', 'DRUM'], 6, i, 30) AS p_container,
  (900 + (i / 10) % 200 + (i % 1000) / 10)::DECIMAL(15, 2) AS p_retailprice,
  sentence(i, 31) AS p_comment
FROM range(1, (200000 * getvariable('scale'))::BIGINT + 1) AS t(i);

-- Each part has four suppliers, a quarter of all suppliers apart.
CREATE TABLE partsupp AS
SELECT
  p_partkey AS ps_partkey,
  (1 + (p_partkey + j * (suppliers // 4 + (p_partkey - 1) // suppliers)) % suppliers)::INTEGER AS ps_suppkey,
  1 + draw(p_partkey * 4 + j, 41, 9999) AS ps_availqty,
  (1 + draw(p_partkey * 4 + j, 42, 99900) / 100)::DECIMAL(15, 2) AS ps_supplycost,
  sentence(p_partkey * 4 + j, 43) AS ps_comment
FROM part, range(4) AS t(j), (SELECT count(*) AS suppliers FROM supplier);

CREATE TABLE customer AS
SELECT
  i::INTEGER AS c_custkey,
  'Customer ' || lpad(i::VARCHAR, 9, '0') AS c_name,
  draw(i, 51, 900) || ' Water Street' AS c_address,
  draw(i, 52, 25) AS c_nationkey,
  (10 + draw(i, 52, 25)) || '-' || draw(i, 53, 10000000) AS c_phone,
  ((draw(i, 54, 1100000) - 100000) / 100)::DECIMAL(15, 2) AS c_acctbal,
  word(['AUTOMOBILE', 'BUILDING', 'FURNITURE', 'MACHINERY', 'HOUSEHOLD'], 5, i, 55) AS c_mktsegment,
  sentence(i, 56) AS c_comment
FROM range(1, (150000 * getvariable('scale'))::BIGINT + 1) AS t(i);

-- Every third customer orders nothing. Order keys have gaps: eight of every thirty-two are in use.
CREATE TEMP TABLE order_heads AS
SELECT
  ((i // 8) * 32 + i % 8 + 1)::BIGINT AS o_orderkey,
  (1 + draw(i, 61, customers // 3) * 3 + draw(i, 62, 2))::INTEGER AS o_custkey,
  DATE '1992-01-01' + draw(i, 63, 2406) AS o_orderdate,
  word(['1-URGENT', '2-HIGH', '3-MEDIUM', '4-NOT SPECIFIED', '5-LOW'], 5, i, 64) AS o_orderpriority,
  'Clerk#' || lpad((1 + draw(i, 65, 1000))::VARCHAR, 9, '0') AS o_clerk,
  1 + draw(i, 66, 7) AS lines
FROM range((1500000 * getvariable('scale'))::BIGINT) AS t(i), (SELECT count(*) AS customers FROM customer);

CREATE TABLE lineitem AS
WITH drawn AS (
  SELECT
    o_orderkey, o_orderdate, j AS l_linenumber, o_orderkey * 8 + j AS seed,
    1 + draw(o_orderkey * 8 + j, 71, parts) AS l_partkey,
    1 + draw(o_orderkey * 8 + j, 72, 50) AS quantity,
    o_orderdate + 1 + draw(o_orderkey * 8 + j, 73, 121) AS shipped
  FROM (SELECT *, unnest(range(1, lines + 1)) AS j FROM order_heads), (SELECT count(*) AS parts FROM part)
)
SELECT
  o_orderkey AS l_orderkey,
  l_partkey,
  (1 + (l_partkey + draw(seed, 74, 4) * (suppliers // 4 + (l_partkey - 1) // suppliers)) % suppliers)::INTEGER AS l_suppkey,
  l_linenumber::INTEGER AS l_linenumber,
  quantity::DECIMAL(15, 2) AS l_quantity,
  (quantity * (900 + (l_partkey / 10) % 200 + (l_partkey % 1000) / 10))::DECIMAL(15, 2) AS l_extendedprice,
  (draw(seed, 75, 11) / 100)::DECIMAL(15, 2) AS l_discount,
  (draw(seed, 76, 9) / 100)::DECIMAL(15, 2) AS l_tax,
  CASE WHEN shipped > DATE '1995-06-17' THEN 'N' WHEN draw(seed, 77, 2) = 0 THEN 'R' ELSE 'A' END AS l_returnflag,
  CASE WHEN shipped > DATE '1995-06-17' THEN 'O' ELSE 'F' END AS l_linestatus,
  shipped AS l_shipdate,
  o_orderdate + 30 + draw(seed, 78, 61) AS l_commitdate,
  shipped + 1 + draw(seed, 79, 30) AS l_receiptdate,
  word(['DELIVER IN PERSON', 'COLLECT COD', 'NONE', 'TAKE BACK RETURN'], 4, seed, 80) AS l_shipinstruct,
  word(['REG AIR', 'AIR', 'RAIL', 'SHIP', 'TRUCK', 'MAIL', 'FOB'], 7, seed, 81) AS l_shipmode,
  sentence(seed, 82) AS l_comment
FROM drawn, (SELECT count(*) AS suppliers FROM supplier);

CREATE TABLE orders AS
SELECT
  o_orderkey, o_custkey,
  CASE WHEN open = 0 THEN 'F' WHEN open = lines THEN 'O' ELSE 'P' END AS o_orderstatus,
  total::DECIMAL(15, 2) AS o_totalprice,
  o_orderdate, o_orderpriority, o_clerk, 0 AS o_shippriority, sentence(o_orderkey, 91) AS o_comment
FROM order_heads
JOIN (
  SELECT
    l_orderkey, count_if(l_linestatus = 'O') AS open,
    sum(l_extendedprice * (1 + l_tax) * (1 - l_discount)) AS total
  FROM lineitem GROUP BY l_orderkey
) ON o_orderkey = l_orderkey;
