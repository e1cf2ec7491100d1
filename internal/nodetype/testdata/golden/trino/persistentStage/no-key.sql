-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" (
    "T_KEY" BIGINT,
    "ID" INTEGER,
    "NAME" VARCHAR,
    "AMOUNT" DECIMAL(10,2),
    "SYSTEM_VERSION" INTEGER,
    "SYSTEM_CURRENT_FLAG" VARCHAR,
    "SYSTEM_START_DATE" TIMESTAMP(6),
    "SYSTEM_END_DATE" TIMESTAMP(6),
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

-- run: Insert new rows (sql)
INSERT INTO "out"."T" ("T_KEY", "ID", "NAME", "AMOUNT", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG", "SYSTEM_START_DATE", "SYSTEM_END_DATE", "SYSTEM_CREATE_DATE", "SYSTEM_UPDATE_DATE")
SELECT (SELECT COALESCE(MAX("T_KEY"), 0) FROM "out"."T") + ROW_NUMBER() OVER (ORDER BY loaded."ID", loaded."NAME", loaded."AMOUNT"), loaded."ID", loaded."NAME", loaded."AMOUNT",
    1,
    'Y',
    CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6)),
    CAST('2999-12-31 00:00:00' AS TIMESTAMP(6)),
    CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6)),
    CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6))
FROM "out"."T__LOAD" AS loaded;

-- run: Drop work table (sql)
DROP TABLE IF EXISTS "out"."T__LOAD";

