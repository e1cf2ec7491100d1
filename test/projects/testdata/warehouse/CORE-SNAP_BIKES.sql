-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "harbour"."core"."SNAP_BIKES" (
    "BIKE_ID" BIGINT,
    "STATUS" VARCHAR,
    "MODEL" VARCHAR,
    "UPDATED_AT" TIMESTAMP,
    "SYSTEM_VERSION" INTEGER,
    "SYSTEM_CURRENT_FLAG" VARCHAR,
    "SYSTEM_START_DATE" TIMESTAMP,
    "SYSTEM_END_DATE" TIMESTAMP,
    "SYSTEM_CREATE_DATE" TIMESTAMP,
    "SYSTEM_UPDATE_DATE" TIMESTAMP
)
;
-- run: Drop work table [sql, stops on failure]
DROP TABLE IF EXISTS temp."MILLRACE_LOAD"
;
-- run: Create work table [sql, stops on failure]
CREATE TEMP TABLE temp."MILLRACE_LOAD" AS
SELECT "BIKE_ID", "STATUS", "MODEL", "UPDATED_AT"
FROM "harbour"."core"."SNAP_BIKES"
WHERE 1 = 0
;
-- run: Read sources [sql, stops on failure]
INSERT INTO temp."MILLRACE_LOAD" ("BIKE_ID", "STATUS", "MODEL", "UPDATED_AT")
SELECT query."BIKE_ID", query."STATUS", query."MODEL", query."UPDATED_AT"
FROM (
SELECT
  b."BIKE_ID",
  b."STATUS",
  b."MODEL",
  b."UPDATED_AT"
FROM "harbour"."stage"."STG_BIKES" AS b
) AS query
;
-- run: Every key is read once [test, stops on failure]
SELECT "BIKE_ID", COUNT(*) AS "ROWS_WITH_KEY"
FROM temp."MILLRACE_LOAD"
GROUP BY "BIKE_ID"
HAVING COUNT(*) > 1
;
-- run: Close deleted rows [sql, stops on failure]
UPDATE "harbour"."core"."SNAP_BIKES" AS target
SET "SYSTEM_CURRENT_FLAG" = 'N',
    "SYSTEM_END_DATE" = (now() AT TIME ZONE 'UTC'),
    "SYSTEM_UPDATE_DATE" = (now() AT TIME ZONE 'UTC')
WHERE target."SYSTEM_CURRENT_FLAG" = 'Y'
  AND NOT EXISTS (SELECT 1 FROM temp."MILLRACE_LOAD" AS loaded WHERE target."BIKE_ID" IS NOT DISTINCT FROM loaded."BIKE_ID")
;
-- run: Close changed rows [sql, stops on failure]
UPDATE "harbour"."core"."SNAP_BIKES" AS target
SET "SYSTEM_CURRENT_FLAG" = 'N',
    "SYSTEM_END_DATE" = COALESCE(CAST(loaded."UPDATED_AT" AS TIMESTAMP), (now() AT TIME ZONE 'UTC')),
    "SYSTEM_UPDATE_DATE" = (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
WHERE target."BIKE_ID" IS NOT DISTINCT FROM loaded."BIKE_ID"
  AND target."SYSTEM_CURRENT_FLAG" = 'Y'
  AND (loaded."UPDATED_AT" > target."UPDATED_AT"
    OR (target."UPDATED_AT" IS NULL AND loaded."UPDATED_AT" IS NOT NULL))
;
-- run: Insert new rows and versions [sql, stops on failure]
INSERT INTO "harbour"."core"."SNAP_BIKES" ("BIKE_ID", "STATUS", "MODEL", "UPDATED_AT", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG", "SYSTEM_START_DATE", "SYSTEM_END_DATE", "SYSTEM_CREATE_DATE", "SYSTEM_UPDATE_DATE")
SELECT loaded."BIKE_ID", loaded."STATUS", loaded."MODEL", loaded."UPDATED_AT",
    COALESCE(target."SYSTEM_VERSION", 0) + 1,
    'Y',
    CASE WHEN target."SYSTEM_END_DATE" > COALESCE(CAST(loaded."UPDATED_AT" AS TIMESTAMP), (now() AT TIME ZONE 'UTC')) THEN (now() AT TIME ZONE 'UTC') ELSE COALESCE(CAST(loaded."UPDATED_AT" AS TIMESTAMP), (now() AT TIME ZONE 'UTC')) END,
    CAST('2999-12-31 00:00:00' AS TIMESTAMP),
    (now() AT TIME ZONE 'UTC'),
    (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
LEFT JOIN (
    SELECT "BIKE_ID",
        MAX("SYSTEM_CURRENT_FLAG") AS "SYSTEM_CURRENT_FLAG",
        MAX("SYSTEM_VERSION") AS "SYSTEM_VERSION",
        MAX("SYSTEM_END_DATE") AS "SYSTEM_END_DATE"
    FROM "harbour"."core"."SNAP_BIKES"
    GROUP BY "BIKE_ID"
) AS target ON target."BIKE_ID" IS NOT DISTINCT FROM loaded."BIKE_ID"
WHERE target."SYSTEM_CURRENT_FLAG" IS DISTINCT FROM 'Y'
;
-- run: Drop work table [sql, stops on failure]
DROP TABLE IF EXISTS temp."MILLRACE_LOAD"
;
