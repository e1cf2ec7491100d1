-- create: Create view of the file (sql)
CREATE OR REPLACE VIEW "src"."T" AS
SELECT
    CAST("ID" AS INTEGER) AS "ID",
    CAST("NAME" AS VARCHAR) AS "NAME"
FROM read_csv('it''s/*.csv', header = FALSE, delim = '|', names = ['ID', 'NAME'], types = {'ID': 'INTEGER', 'NAME': 'VARCHAR'}, union_by_name = TRUE);

-- run: Check that it is there (sql)
SELECT "ID", "NAME"
FROM "src"."T"
WHERE 1 = 0;

