SELECT src:customer.name::string AS name, src:items[0].price::number(10, 2) price, f.value:sku, t.$1, $2
FROM raw.events t, LATERAL FLATTEN(input => t.src:items, outer => true) f;
SELECT DATEADD(month, -1, d), DATEDIFF('day', a, b), DATE_TRUNC(month, c), LAST_DAY(e, week), year(f), month FROM t;
SELECT a FROM db.sch.t AT (TIMESTAMP => x::timestamp) AS o JOIN u BEFORE (STATEMENT => 'id') ON o.id = u.id(+);
SELECT * FROM @db.sch.stage/path/file.csv.gz (FILE_FORMAT => 'f', PATTERN => '.*') s WHERE s.$1 > 1;
SELECT p.* FROM t PIVOT (SUM(amount) FOR month IN ('JAN', 'FEB')) AS p (id, jan, feb) WHERE p.jan > 0;
SELECT a FROM t UNPIVOT INCLUDE NULLS (v FOR n IN (x, y)) u;
SELECT a FROM t MATCH_RECOGNIZE (PARTITION BY b ORDER BY c MEASURES d AS e PATTERN (x+) DEFINE x AS f > 1) m;
SELECT FIRST_VALUE(a) IGNORE NULLS OVER (PARTITION BY b ORDER BY c), LISTAGG(DISTINCT d, ', ') WITHIN GROUP (ORDER BY e DESC) FROM t;
SELECT OBJECT_CONSTRUCT(*), OBJECT_CONSTRUCT('k', v, 'l', w), HASH(t.*), {'a': b, 'c': d:e.f} FROM t;
SELECT FILTER(arr, x -> x:v > threshold), TRANSFORM(arr, (x INT) -> x + 1), REDUCE(arr, 0, (acc, v) -> acc + v) FROM t;
SELECT a FROM TABLE(my_db.util.gen(b => 5)) g, TABLE(RESULT_SCAN(LAST_QUERY_ID()));
SELECT * ILIKE '%id%' FROM t;
SELECT * EXCLUDE secret RENAME (a AS b, c AS d) FROM t;
SELECT employee, PRIOR manager, LEVEL FROM emp START WITH title = 'P' CONNECT BY manager = PRIOR id;
SELECT a FROM t ASOF JOIN u MATCH_CONDITION (t.ts >= u.ts) ON t.k = u.k;
SELECT a FROM t SAMPLE (10) WHERE b IN (SELECT c FROM u SAMPLE ROW (5 ROWS));
SELECT CASE WHEN IS_NULL_VALUE(v:x) THEN NULL ELSE v:x::string END AS x FROM t;
SELECT a FROM VALUES (1, 'x'), (2, 'y') AS v (a, b);
SELECT GET_PATH(v, 'a'), v['key']['sub'], v[0]:x FROM t MINUS SELECT b FROM u;
SELECT IDENTIFIER('a'), SYSDATE(), a::timestamp_ntz(9) x FROM t QUALIFY ROW_NUMBER() OVER (PARTITION BY a ORDER BY b) = 1 ORDER BY 1 FETCH FIRST 5 ROWS ONLY;
SELECT TRY_CAST(a AS NUMBER(10, 2)) n, 'don\'t' AS q, REPLACE(b, '\'', '') c, '\\' AS d, SPLIT(e, '\') f FROM t
