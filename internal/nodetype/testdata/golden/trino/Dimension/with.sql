-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" (
    "T_KEY" BIGINT,
    "ID" INTEGER,
    "NAME" VARCHAR,
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
SELECT "ID", "NAME"
FROM "out"."T"
WHERE 1 = 0;

-- run: Read sources (sql)
INSERT INTO "out"."T__LOAD" ("ID", "NAME")
SELECT
    CAST(rows_of_source."ID" AS INTEGER),
    CAST(rows_of_source."NAME" AS VARCHAR)
FROM (
WITH few AS (SELECT 1 AS x)
(
SELECT
    "A"."ID" AS "ID",
    "A"."NAME" AS "NAME"
FROM "src"."A" "A"
)
UNION
(
SELECT
    "B"."ID" AS "ID",
    "B"."NAME" AS "NAME"
FROM "src"."B" "B"
)
) AS rows_of_source;

-- run: Every key is read once (test)
SELECT "ID", COUNT(*) AS "ROWS_WITH_KEY"
FROM "out"."T__LOAD"
GROUP BY "ID"
HAVING COUNT(*) > 1;

-- run: Update changed rows (sql)
MERGE INTO "out"."T" AS target
USING "out"."T__LOAD" AS loaded
ON COALESCE(CAST(target."ID" AS VARCHAR), '') = COALESCE(CAST(loaded."ID" AS VARCHAR), '') AND (target."ID" IS NULL) = (loaded."ID" IS NULL)
  AND target."SYSTEM_CURRENT_FLAG" = 'Y'
WHEN MATCHED
  AND (target."NAME" IS DISTINCT FROM loaded."NAME") THEN UPDATE SET "NAME" = loaded."NAME",
    "SYSTEM_UPDATE_DATE" = CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6));

-- run: Insert new rows (sql)
INSERT INTO "out"."T" ("T_KEY", "ID", "NAME", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG", "SYSTEM_START_DATE", "SYSTEM_END_DATE", "SYSTEM_CREATE_DATE", "SYSTEM_UPDATE_DATE")
SELECT (SELECT COALESCE(MAX("T_KEY"), 0) FROM "out"."T") + ROW_NUMBER() OVER (ORDER BY loaded."ID"), loaded."ID", loaded."NAME",
    1,
    'Y',
    CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6)),
    CAST('2999-12-31 00:00:00' AS TIMESTAMP(6)),
    CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6)),
    CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6))
FROM "out"."T__LOAD" AS loaded
WHERE NOT EXISTS (SELECT 1 FROM "out"."T" AS target WHERE COALESCE(CAST(target."ID" AS VARCHAR), '') = COALESCE(CAST(loaded."ID" AS VARCHAR), '') AND (target."ID" IS NULL) = (loaded."ID" IS NULL));

-- run: Drop work table (sql)
DROP TABLE IF EXISTS "out"."T__LOAD";

