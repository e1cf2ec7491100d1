-- create: Create by override (sql)
CREATE VIEW "out"."T" AS SELECT 1 AS "ID";

-- run: Drop work table (sql)
DROP TABLE IF EXISTS pg_temp."MILLRACE_LOAD";

-- run: Create work table (sql)
CREATE TEMP TABLE pg_temp."MILLRACE_LOAD" AS
SELECT "ID", "NAME"
FROM "out"."T"
WHERE 1 = 0;

-- run: Read sources (sql)
INSERT INTO pg_temp."MILLRACE_LOAD" ("ID", "NAME")
SELECT
    "A"."ID" AS "ID",
    "A"."NAME" AS "NAME"
FROM "src"."A" "A";

-- run: Every key is read once (test)
SELECT "ID", COUNT(*) AS "ROWS_WITH_KEY"
FROM pg_temp."MILLRACE_LOAD"
GROUP BY "ID"
HAVING COUNT(*) > 1;

-- run: Update changed rows (sql)
UPDATE "out"."T" AS target
SET "NAME" = loaded."NAME",
    "SYSTEM_UPDATE_DATE" = (CURRENT_TIMESTAMP AT TIME ZONE 'UTC')
FROM pg_temp."MILLRACE_LOAD" AS loaded
WHERE ARRAY[target."ID"] = ARRAY[loaded."ID"]
  AND target."SYSTEM_CURRENT_FLAG" = 'Y'
  AND (target."NAME" IS DISTINCT FROM loaded."NAME");

-- run: Insert new rows (sql)
INSERT INTO "out"."T" ("ID", "NAME", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG", "SYSTEM_START_DATE", "SYSTEM_END_DATE", "SYSTEM_CREATE_DATE", "SYSTEM_UPDATE_DATE")
SELECT loaded."ID", loaded."NAME",
    1,
    'Y',
    (CURRENT_TIMESTAMP AT TIME ZONE 'UTC'),
    CAST('2999-12-31 00:00:00' AS TIMESTAMP),
    (CURRENT_TIMESTAMP AT TIME ZONE 'UTC'),
    (CURRENT_TIMESTAMP AT TIME ZONE 'UTC')
FROM pg_temp."MILLRACE_LOAD" AS loaded
WHERE NOT EXISTS (SELECT 1 FROM "out"."T" AS target WHERE ARRAY[target."ID"] = ARRAY[loaded."ID"]);

-- run: Drop work table (sql)
DROP TABLE IF EXISTS pg_temp."MILLRACE_LOAD";

