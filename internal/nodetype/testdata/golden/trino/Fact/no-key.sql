-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" (
    "ID" INTEGER,
    "NAME" VARCHAR,
    "AMOUNT" DECIMAL(10,2),
    "SYSTEM_CREATE_DATE" TIMESTAMP(6),
    "SYSTEM_UPDATE_DATE" TIMESTAMP(6)
);

-- run: Insert rows (sql)
INSERT INTO "out"."T" ("ID", "NAME", "AMOUNT", "SYSTEM_CREATE_DATE", "SYSTEM_UPDATE_DATE")
SELECT
    CAST(rows_of_source."ID" AS INTEGER),
    CAST(rows_of_source."NAME" AS VARCHAR),
    CAST(rows_of_source."AMOUNT" AS DECIMAL(10,2)),
    CAST(rows_of_source."SYSTEM_CREATE_DATE" AS TIMESTAMP(6)),
    CAST(rows_of_source."SYSTEM_UPDATE_DATE" AS TIMESTAMP(6))
FROM (
SELECT
    "A"."ID" AS "ID",
    "A"."NAME" AS "NAME",
    "A"."AMOUNT" AS "AMOUNT",
    CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6)) AS "SYSTEM_CREATE_DATE",
    CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6)) AS "SYSTEM_UPDATE_DATE"
FROM "src"."A" "A"
) AS rows_of_source;

