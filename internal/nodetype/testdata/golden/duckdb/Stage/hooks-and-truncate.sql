-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" (
    "ID" INTEGER,
    "NAME" VARCHAR
);

-- run: Pre-SQL (sql)
SELECT 1;

-- run: Insert rows (sql)
INSERT INTO "out"."T" ("ID", "NAME")
SELECT
    "A"."ID" AS "ID",
    "A"."NAME" AS "NAME"
FROM "src"."A" "A";

-- run: Post-SQL (sql)
SELECT 2;

