-- create: Create view of the file (sql)
CREATE OR REPLACE VIEW "src"."T" AS
SELECT
    CAST("ID" AS INTEGER) AS "ID",
    "NAME" AS "NAME"
FROM read_parquet('days/*.parquet', union_by_name = TRUE);

-- run: Check that it is there (sql)
SELECT "ID", "NAME"
FROM "src"."T"
WHERE 1 = 0;

