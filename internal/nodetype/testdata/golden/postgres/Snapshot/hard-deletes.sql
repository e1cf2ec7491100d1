-- create: Drop table (sql)
DROP TABLE IF EXISTS "out"."T";

-- create: Create table (sql)
CREATE TABLE "out"."T" (
    "ID" INTEGER,
    "NAME" TEXT,
    "CITY" TEXT,
    "CHANGED" TIMESTAMP,
    "SYSTEM_VERSION" INTEGER,
    "SYSTEM_CURRENT_FLAG" TEXT,
    "SYSTEM_START_DATE" TIMESTAMP,
    "SYSTEM_END_DATE" TIMESTAMP,
    "SYSTEM_CREATE_DATE" TIMESTAMP,
    "SYSTEM_UPDATE_DATE" TIMESTAMP
);

-- run: Drop work table (sql)
DROP TABLE IF EXISTS pg_temp."MILLRACE_LOAD";

-- run: Create work table (sql)
CREATE TEMP TABLE pg_temp."MILLRACE_LOAD" AS
SELECT "ID", "NAME", "CITY", "CHANGED"
FROM "out"."T"
WHERE 1 = 0;

-- run: Read sources (sql)
INSERT INTO pg_temp."MILLRACE_LOAD" ("ID", "NAME", "CITY", "CHANGED")
SELECT query."ID", query."NAME", query."CITY", query."CHANGED"
FROM (
SELECT id AS "ID", name AS "NAME", city AS "CITY", changed AS "CHANGED"
FROM "src"."A" -- all of them
) AS query;

-- run: Every key is read once (test)
SELECT "ID", COUNT(*) AS "ROWS_WITH_KEY"
FROM pg_temp."MILLRACE_LOAD"
GROUP BY "ID"
HAVING COUNT(*) > 1;

-- run: Close deleted rows (sql)
UPDATE "out"."T" AS target
SET "SYSTEM_CURRENT_FLAG" = 'N',
    "SYSTEM_END_DATE" = (CURRENT_TIMESTAMP AT TIME ZONE 'UTC'),
    "SYSTEM_UPDATE_DATE" = (CURRENT_TIMESTAMP AT TIME ZONE 'UTC')
WHERE target."SYSTEM_CURRENT_FLAG" = 'Y'
  AND NOT EXISTS (SELECT 1 FROM pg_temp."MILLRACE_LOAD" AS loaded WHERE ARRAY[target."ID"] = ARRAY[loaded."ID"]);

-- run: Close changed rows (sql)
UPDATE "out"."T" AS target
SET "SYSTEM_CURRENT_FLAG" = 'N',
    "SYSTEM_END_DATE" = (CURRENT_TIMESTAMP AT TIME ZONE 'UTC'),
    "SYSTEM_UPDATE_DATE" = (CURRENT_TIMESTAMP AT TIME ZONE 'UTC')
FROM pg_temp."MILLRACE_LOAD" AS loaded
WHERE ARRAY[target."ID"] = ARRAY[loaded."ID"]
  AND target."SYSTEM_CURRENT_FLAG" = 'Y'
  AND (target."NAME" IS DISTINCT FROM loaded."NAME"
    OR target."CITY" IS DISTINCT FROM loaded."CITY"
    OR target."CHANGED" IS DISTINCT FROM loaded."CHANGED");

-- run: Insert new rows and versions (sql)
INSERT INTO "out"."T" ("ID", "NAME", "CITY", "CHANGED", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG", "SYSTEM_START_DATE", "SYSTEM_END_DATE", "SYSTEM_CREATE_DATE", "SYSTEM_UPDATE_DATE")
SELECT loaded."ID", loaded."NAME", loaded."CITY", loaded."CHANGED",
    COALESCE(target."SYSTEM_VERSION", 0) + 1,
    'Y',
    (CURRENT_TIMESTAMP AT TIME ZONE 'UTC'),
    CAST('2999-12-31 00:00:00' AS TIMESTAMP),
    (CURRENT_TIMESTAMP AT TIME ZONE 'UTC'),
    (CURRENT_TIMESTAMP AT TIME ZONE 'UTC')
FROM pg_temp."MILLRACE_LOAD" AS loaded
LEFT JOIN (
    SELECT "ID",
        MAX("SYSTEM_CURRENT_FLAG") AS "SYSTEM_CURRENT_FLAG",
        MAX("SYSTEM_VERSION") AS "SYSTEM_VERSION"
    FROM "out"."T"
    GROUP BY "ID"
) AS target ON ARRAY[target."ID"] = ARRAY[loaded."ID"]
WHERE target."SYSTEM_CURRENT_FLAG" IS DISTINCT FROM 'Y';

-- run: Drop work table (sql)
DROP TABLE IF EXISTS pg_temp."MILLRACE_LOAD";

