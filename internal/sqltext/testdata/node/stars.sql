SELECT *, t.* EXCLUDE (a, b) @kept, u.* EXCEPT (c) REPLACE (d + 1 AS d), COLUMNS('x.*'), * RENAME (e AS f)
FROM t, u
