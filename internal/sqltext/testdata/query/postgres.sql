SELECT DISTINCT ON (a, lower(b)) a, b, c::numeric(10,2)[] FROM ONLY s.t AS x (a, b, c) ORDER BY a, lower(b), d DESC NULLS LAST;
SELECT j->'a'->>'b' AS ab, j #>> '{x,y}' xy, j @> '{"k":1}', a <@ b, c && d, e @@ f, g ? 'h', arr[1:2], (comp).field.sub FROM t;
SELECT x FROM generate_series(1, n) AS g (x), LATERAL (SELECT * FROM u WHERE u.id = g.x) l, ROWS FROM (f(1), g(2)) r;
SELECT a FROM t WHERE b ~* '^x' AND c NOT SIMILAR TO 'd' AND (e, f) OVERLAPS (g, h) AND i IS DISTINCT FROM j AND k = ANY ($1::int[]);
SELECT a, b FROM t JOIN u USING (id) AS ju LEFT JOIN v ON v.x = t.x AND v.y IS NOT NULL FOR UPDATE OF t SKIP LOCKED;
SELECT EXTRACT(epoch FROM a - b), a AT TIME ZONE 'UTC', date_trunc('day', c AT TIME ZONE tz), interval '1 day' * d, now() - interval '2 hours' FROM t;
SELECT count(*) FILTER (WHERE a), sum(b) OVER (w RANGE UNBOUNDED PRECEDING), percentile_cont(0.5) WITHIN GROUP (ORDER BY c) FROM t WINDOW w AS (PARTITION BY d ORDER BY e);
SELECT ROW(a, b), ARRAY[c, d], ARRAY(SELECT e FROM u), (SELECT f FROM v LIMIT 1), EXISTS (SELECT 1), a COLLATE "C" FROM t;
SELECT string_agg(a, ',' ORDER BY b), xmlelement(name foo, c), json_build_object('k', d), coalesce(e, 'it''s', E'x\'y', $$z$$) FROM t;
WITH ins AS (INSERT INTO t VALUES (1) RETURNING id), sel AS MATERIALIZED (SELECT id FROM ins) SELECT id FROM sel;
SELECT a OPERATOR(pg_catalog.+) b, c::"char", d::timestamp(3) with time zone e, f::interval day to second(3) g FROM t;
SELECT * FROM (a CROSS JOIN b) AS j (x, y) WHERE x = 1;
SELECT a FROM t GROUP BY a, ROLLUP (b, c), CUBE ((d, e), f) HAVING sum(g) > 0 ORDER BY 1 LIMIT ALL OFFSET 2 ROWS;
TABLE s.t;
SELECT sum(a) sum, max(b) AS max, c "user", current_user, d between symmetric 1 and 2 FROM t TABLESAMPLE SYSTEM (10) REPEATABLE (1) s
