-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" (
    "T_KEY" BIGINT,
    "ID" INTEGER,
    "CITY" VARCHAR,
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
SELECT "ID", "CITY", "NAME"
FROM "out"."T"
WHERE 1 = 0;

-- run: Read sources (sql)
INSERT INTO "out"."T__LOAD" ("ID", "CITY", "NAME")
SELECT
    CAST(rows_of_source."ID" AS INTEGER),
    CAST(rows_of_source."CITY" AS VARCHAR),
    CAST(rows_of_source."NAME" AS VARCHAR)
FROM (
SELECT
    "A"."ID" AS "ID",
    "A"."CITY" AS "CITY",
    "A"."NAME" AS "NAME"
FROM "src"."A" "A"
) AS rows_of_source;

-- run: Every key is read once (test)
SELECT "ID", "CITY", COUNT(*) AS "ROWS_WITH_KEY"
FROM "out"."T__LOAD"
GROUP BY "ID", "CITY"
HAVING COUNT(*) > 1;

-- run: Close changed rows (sql)
MERGE INTO "out"."T" AS target
USING "out"."T__LOAD" AS loaded
ON target."ID" = loaded."ID" AND COALESCE(CAST(target."CITY" AS VARCHAR), '') = COALESCE(CAST(loaded."CITY" AS VARCHAR), '') AND (target."CITY" IS NULL) = (loaded."CITY" IS NULL)
  AND target."SYSTEM_CURRENT_FLAG" = 'Y'
WHEN MATCHED
  AND (target."NAME" IS DISTINCT FROM loaded."NAME") THEN UPDATE SET "SYSTEM_CURRENT_FLAG" = 'N',
    "SYSTEM_END_DATE" = CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6)),
    "SYSTEM_UPDATE_DATE" = CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6));

-- run: Insert new rows and versions (sql)
INSERT INTO "out"."T" ("T_KEY", "ID", "CITY", "NAME", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG", "SYSTEM_START_DATE", "SYSTEM_END_DATE", "SYSTEM_CREATE_DATE", "SYSTEM_UPDATE_DATE")
SELECT (SELECT COALESCE(MAX("T_KEY"), 0) FROM "out"."T") + ROW_NUMBER() OVER (ORDER BY loaded."ID", loaded."CITY"), loaded."ID", loaded."CITY", loaded."NAME",
    COALESCE(target."SYSTEM_VERSION", 0) + 1,
    'Y',
    CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6)),
    CAST('2999-12-31 00:00:00' AS TIMESTAMP(6)),
    CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6)),
    CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6))
FROM "out"."T__LOAD" AS loaded
LEFT JOIN (
    SELECT "ID", "CITY",
        MAX("SYSTEM_CURRENT_FLAG") AS "SYSTEM_CURRENT_FLAG",
        MAX("SYSTEM_VERSION") AS "SYSTEM_VERSION"
    FROM "out"."T"
    GROUP BY "ID", "CITY"
) AS target ON target."ID" = loaded."ID" AND COALESCE(CAST(target."CITY" AS VARCHAR), '') = COALESCE(CAST(loaded."CITY" AS VARCHAR), '') AND (target."CITY" IS NULL) = (loaded."CITY" IS NULL)
WHERE target."SYSTEM_CURRENT_FLAG" IS DISTINCT FROM 'Y';

-- run: Drop work table (sql)
DROP TABLE IF EXISTS "out"."T__LOAD";

-- run: No value is missing (test)
SELECT *
FROM "out"."T"
WHERE "ID" IS NULL;

