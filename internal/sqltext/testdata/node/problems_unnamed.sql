SELECT a, a + 1, count(*), 'x', b::date, (c), d AS, CASE WHEN 1 THEN 2 END, f(x) g h FROM t
