-- run: Check that it is there (sql)
SELECT "ID", "NAME"
FROM "src"."T"
WHERE 1 = 0;

