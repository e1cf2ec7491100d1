-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" (
    "ID" INTEGER,
    "NAME" VARCHAR,
    "CITY" VARCHAR,
    "CHANGED" TIMESTAMP(6),
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
SELECT "ID", "NAME", "CITY", "CHANGED"
FROM "out"."T"
WHERE 1 = 0;

-- run: Read sources (sql)
INSERT INTO "out"."T__LOAD" ("ID", "NAME", "CITY", "CHANGED")
SELECT
    CAST(rows_of_source."ID" AS INTEGER),
    CAST(rows_of_source."NAME" AS VARCHAR),
    CAST(rows_of_source."CITY" AS VARCHAR),
    CAST(rows_of_source."CHANGED" AS TIMESTAMP(6))
FROM (
SELECT query."ID", query."NAME", query."CITY", query."CHANGED"
FROM (
SELECT id AS "ID", name AS "NAME", city AS "CITY", changed AS "CHANGED"
FROM "src"."A" -- all of them
) AS query
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
  AND (target."NAME" IS DISTINCT FROM loaded."NAME"
    OR target."CITY" IS DISTINCT FROM loaded."CITY"
    OR target."CHANGED" IS DISTINCT FROM loaded."CHANGED") THEN UPDATE SET "SYSTEM_CURRENT_FLAG" = 'N',
    "SYSTEM_END_DATE" = CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6)),
    "SYSTEM_UPDATE_DATE" = CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6));

-- run: Insert new rows and versions (sql)
INSERT INTO "out"."T" ("ID", "NAME", "CITY", "CHANGED", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG", "SYSTEM_START_DATE", "SYSTEM_END_DATE", "SYSTEM_CREATE_DATE", "SYSTEM_UPDATE_DATE")
SELECT loaded."ID", loaded."NAME", loaded."CITY", loaded."CHANGED",
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

