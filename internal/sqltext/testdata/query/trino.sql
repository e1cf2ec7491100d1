SELECT a, x FROM t CROSS JOIN UNNEST(arr, m) WITH ORDINALITY AS u (x, y, n);
SELECT any_match(arr, e -> e > lim), zip_with(a, b, (x, y) -> x + y + c), reduce(arr, 0, (s, x) -> s + x, s -> s) FROM t;
SELECT CAST(ROW(a, b) AS ROW(x INTEGER, y VARCHAR)) AS r, r.x, CAST(c AS array(varchar)), ARRAY[d, e][1] FROM t;
SELECT TIMESTAMP '2020-01-01 00:00:00 UTC' AT TIME ZONE 'Europe/Paris', INTERVAL '2' DAY, INTERVAL '1-2' YEAR TO MONTH, d + INTERVAL '3' HOUR FROM t;
SELECT approx_percentile(a, 0.9), count_if(b > 1), max_by(c, d), arbitrary(e) FILTER (WHERE f IS NOT NULL) FROM t GROUP BY GROUPING SETS ((g, h), ());
SELECT * FROM iceberg.sales.orders FOR VERSION AS OF 12345 o WHERE o.d >= DATE '2020-01-01';
SELECT * FROM hive.web."orders$partitions" FOR TIMESTAMP AS OF TIMESTAMP '2020-01-01 00:00:00' AS p;
SELECT a FROM t TABLESAMPLE BERNOULLI (50) s JOIN TABLE(seq(1, 10)) n ON n.x = s.a;
SELECT lag(a) IGNORE NULLS OVER (PARTITION BY b ORDER BY c ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM t OFFSET 5 ROWS FETCH NEXT 10 ROWS ONLY;
SELECT json_value(j, 'lax $.a' RETURNING varchar DEFAULT 'x' ON EMPTY), transform(arr, x -> coalesce(x, y)) FROM t;
WITH RECURSIVE r (n) AS (VALUES 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT n FROM r;
SELECT TRY(a / b), IF(c > 1, d, e), "f g"."h", U&'\0041', X'00FF' FROM "s"."f g" AS "f g"
