-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" (
    "ID" INTEGER,
    "NAME" VARCHAR,
    "AMOUNT" DECIMAL(10,2)
);

-- run: source has rows (test)
SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM "src"."A");

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

-- run: amounts (test, may fail)
SELECT *
FROM "out"."T"
WHERE "AMOUNT" < 0 OR "AMOUNT" > 100;

-- run: ID: Null (test, may fail)
SELECT * FROM "out"."T" WHERE "ID" IS NULL;

-- run: ID: Unique (test, may fail)
SELECT "ID", COUNT(*) FROM "out"."T" GROUP BY "ID" HAVING COUNT(*) > 1;

-- run: NAME: Accepted values (test, may fail)
SELECT * FROM "out"."T" WHERE "NAME" NOT IN ('Ann', 'Bob''s');

