-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" (
    "ID" INTEGER,
    "NAME" VARCHAR
);

-- run: Empty table (sql)
DELETE FROM "out"."T";

-- run: Insert rows (sql)
INSERT INTO "out"."T" ("ID", "NAME")
SELECT
    CAST(rows_of_source."ID" AS INTEGER),
    CAST(rows_of_source."NAME" AS VARCHAR)
FROM (
SELECT DISTINCT
    "A"."ID" AS "ID",
    "A"."NAME" AS "NAME"
FROM "src"."A" "A"
) AS rows_of_source;

