-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" (
    "T_KEY" BIGINT,
    "ID" INTEGER,
    "NAME" VARCHAR,
    "CITY" VARCHAR,
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
SELECT "ID", "NAME", "CITY", "AMOUNT"
FROM "out"."T"
WHERE 1 = 0;

-- run: Read sources (sql)
INSERT INTO "out"."T__LOAD" ("ID", "NAME", "CITY", "AMOUNT")
SELECT
    CAST(rows_of_source."ID" AS INTEGER),
    CAST(rows_of_source."NAME" AS VARCHAR),
    CAST(rows_of_source."CITY" AS VARCHAR),
    CAST(rows_of_source."AMOUNT" AS DECIMAL(10,2))
FROM (
SELECT
    "A"."ID" AS "ID",
    "A"."NAME" AS "NAME",
    "A"."CITY" AS "CITY",
    "A"."AMOUNT" AS "AMOUNT"
FROM "src"."A" "A"
) AS rows_of_source;

-- run: Every key is read once (test)
SELECT "ID", COUNT(*) AS "ROWS_WITH_KEY"
FROM "out"."T__LOAD"
GROUP BY "ID"
HAVING COUNT(*) > 1;

-- run: Close changed rows (sql)
MERGE INTO "out"."T" AS target
USING "out"."T__LOAD" AS loaded
ON COALESCE(CAST(target."ID" AS VARCHAR), '') = COALESCE(CAST(loaded."ID" AS VARCHAR), '') AND (target."ID" IS NULL) = (loaded."ID" IS NULL)
  AND target."SYSTEM_CURRENT_FLAG" = 'Y'
WHEN MATCHED
  AND (target."CITY" IS DISTINCT FROM loaded."CITY") THEN UPDATE SET "SYSTEM_CURRENT_FLAG" = 'N',
    "SYSTEM_END_DATE" = CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6)),
    "SYSTEM_UPDATE_DATE" = CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6));

-- run: Update changed rows (sql)
MERGE INTO "out"."T" AS target
USING "out"."T__LOAD" AS loaded
ON COALESCE(CAST(target."ID" AS VARCHAR), '') = COALESCE(CAST(loaded."ID" AS VARCHAR), '') AND (target."ID" IS NULL) = (loaded."ID" IS NULL)
  AND target."SYSTEM_CURRENT_FLAG" = 'Y'
WHEN MATCHED
  AND (target."NAME" IS DISTINCT FROM loaded."NAME"
    OR target."AMOUNT" IS DISTINCT FROM loaded."AMOUNT") THEN UPDATE SET "NAME" = loaded."NAME",
    "AMOUNT" = loaded."AMOUNT",
    "SYSTEM_UPDATE_DATE" = CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6));

-- run: Insert new rows and versions (sql)
INSERT INTO "out"."T" ("T_KEY", "ID", "NAME", "CITY", "AMOUNT", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG", "SYSTEM_START_DATE", "SYSTEM_END_DATE", "SYSTEM_CREATE_DATE", "SYSTEM_UPDATE_DATE")
SELECT (SELECT COALESCE(MAX("T_KEY"), 0) FROM "out"."T") + ROW_NUMBER() OVER (ORDER BY loaded."ID"), loaded."ID", loaded."NAME", loaded."CITY", loaded."AMOUNT",
    COALESCE(target."SYSTEM_VERSION", 0) + 1,
    'Y',
    CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6)),
    CAST('2999-12-31 00:00:00' AS TIMESTAMP(6)),
    CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6)),
    CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6))
FROM "out"."T__LOAD" AS loaded
LEFT JOIN (
    SELECT "ID",
        MAX("SYSTEM_CURRENT_FLAG") AS "SYSTEM_CURRENT_FLAG",
        MAX("SYSTEM_VERSION") AS "SYSTEM_VERSION"
    FROM "out"."T"
    GROUP BY "ID"
) AS target ON COALESCE(CAST(target."ID" AS VARCHAR), '') = COALESCE(CAST(loaded."ID" AS VARCHAR), '') AND (target."ID" IS NULL) = (loaded."ID" IS NULL)
WHERE target."SYSTEM_CURRENT_FLAG" IS DISTINCT FROM 'Y';

-- run: Drop work table (sql)
DROP TABLE IF EXISTS "out"."T__LOAD";

