-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" (
    "ID" INTEGER,
    "NAME" VARCHAR,
    "AMOUNT" DECIMAL(10,2)
);

-- run: Empty table (sql)
DELETE FROM "out"."T";

-- run: Insert rows (sql)
INSERT INTO "out"."T" ("ID", "NAME", "AMOUNT")
SELECT
    CAST(rows_of_source."ID" AS INTEGER),
    CAST(rows_of_source."NAME" AS VARCHAR),
    CAST(rows_of_source."AMOUNT" AS DECIMAL(10,2))
FROM (
SELECT
    "A"."ID" AS "ID",
    "A"."NAME" AS "NAME",
    "A"."AMOUNT" AS "AMOUNT"
FROM "src"."A" "A"
) AS rows_of_source;

