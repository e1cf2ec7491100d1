-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" (
    "ID" INTEGER,
    "NAME" VARCHAR,
    "AMOUNT" DECIMAL(10,2),
    "SYSTEM_CREATE_DATE" TIMESTAMP(6),
    "SYSTEM_UPDATE_DATE" TIMESTAMP(6)
);

-- run: Drop work table (sql)
DROP TABLE IF EXISTS "out"."T__LOAD";

-- run: Create work table (sql)
CREATE OR REPLACE TABLE "out"."T__LOAD" AS
SELECT "ID", "NAME", "AMOUNT"
FROM "out"."T"
WHERE 1 = 0;

-- run: Read sources (sql)
INSERT INTO "out"."T__LOAD" ("ID", "NAME", "AMOUNT")
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

-- run: Every key is read once (test)
SELECT "ID", COUNT(*) AS "ROWS_WITH_KEY"
FROM "out"."T__LOAD"
GROUP BY "ID"
HAVING COUNT(*) > 1;

-- run: Merge rows (sql)
MERGE INTO "out"."T" AS target
USING "out"."T__LOAD" AS loaded
ON COALESCE(CAST(target."ID" AS VARCHAR), '') = COALESCE(CAST(loaded."ID" AS VARCHAR), '') AND (target."ID" IS NULL) = (loaded."ID" IS NULL)
WHEN MATCHED AND (target."NAME" IS DISTINCT FROM loaded."NAME"
    OR target."AMOUNT" IS DISTINCT FROM loaded."AMOUNT")
THEN UPDATE SET "NAME" = loaded."NAME",
    "AMOUNT" = loaded."AMOUNT",
    "SYSTEM_UPDATE_DATE" = CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6))
WHEN NOT MATCHED THEN INSERT ("ID", "NAME", "AMOUNT", "SYSTEM_CREATE_DATE", "SYSTEM_UPDATE_DATE")
VALUES (loaded."ID", loaded."NAME", loaded."AMOUNT",
    CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6)),
    CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6)));

-- run: Drop work table (sql)
DROP TABLE IF EXISTS "out"."T__LOAD";

