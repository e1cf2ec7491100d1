-- create: Create view of the file (sql)
CREATE OR REPLACE VIEW "src"."T" AS
SELECT
    CAST("ID" AS INTEGER) AS "ID",
    "NAME" AS "NAME",
    CAST("AMOUNT" AS DECIMAL(10,2)) AS "AMOUNT"
FROM read_csv('people.csv', header = TRUE, types = {'ID': 'INTEGER', 'AMOUNT': 'DECIMAL(10,2)'});

-- run: Check that it is there (sql)
SELECT "ID", "NAME", "AMOUNT"
FROM "src"."T"
WHERE 1 = 0;

