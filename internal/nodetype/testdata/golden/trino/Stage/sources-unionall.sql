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
(
SELECT
    "A"."ID" AS "ID",
    "A"."NAME" AS "NAME"
FROM "src"."A" "A"
)
UNION ALL
(
SELECT
    "B"."ID" AS "ID",
    "B"."NAME" AS "NAME"
FROM "src"."B" "B"
)
) AS rows_of_source;

