-- create: Create key sequence [sql, stops on failure]
CREATE SEQUENCE IF NOT EXISTS "harbour"."core"."DIM_BIKE_KEY_SEQ"
;
-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "harbour"."core"."DIM_BIKE" (
    "DIM_BIKE_KEY" BIGINT DEFAULT nextval('"harbour"."core"."DIM_BIKE_KEY_SEQ"') NOT NULL,
    "BIKE_ID" BIGINT,
    "MODEL" VARCHAR,
    "FRAME_NUMBER" VARCHAR,
    "STATUS" VARCHAR,
    "LAST_EVENT_AT" TIMESTAMP,
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
SELECT "BIKE_ID", "MODEL", "FRAME_NUMBER", "STATUS", "LAST_EVENT_AT"
FROM "harbour"."core"."DIM_BIKE"
WHERE 1 = 0
;
-- run: Read sources [sql, stops on failure]
INSERT INTO temp."MILLRACE_LOAD" ("BIKE_ID", "MODEL", "FRAME_NUMBER", "STATUS", "LAST_EVENT_AT")
SELECT
    "STG_BIKES"."BIKE_ID" AS "BIKE_ID",
    "STG_BIKES"."MODEL" AS "MODEL",
    "STG_BIKES"."FRAME_NUMBER" AS "FRAME_NUMBER",
    "STG_BIKES"."STATUS" AS "STATUS",
    MAX("STG_BIKE_EVENTS"."HAPPENED_AT") AS "LAST_EVENT_AT"
FROM "harbour"."stage"."STG_BIKES" "STG_BIKES"
LEFT JOIN "harbour"."stage"."STG_BIKE_EVENTS" "STG_BIKE_EVENTS"
  ON "STG_BIKES"."BIKE_ID" = "STG_BIKE_EVENTS"."BIKE_ID"
GROUP BY "STG_BIKES"."BIKE_ID", "STG_BIKES"."MODEL", "STG_BIKES"."FRAME_NUMBER", "STG_BIKES"."STATUS"
;
-- run: Every key is read once [test, stops on failure]
SELECT "BIKE_ID", COUNT(*) AS "ROWS_WITH_KEY"
FROM temp."MILLRACE_LOAD"
GROUP BY "BIKE_ID"
HAVING COUNT(*) > 1
;
-- run: Update changed rows [sql, stops on failure]
UPDATE "harbour"."core"."DIM_BIKE" AS target
SET "MODEL" = loaded."MODEL",
    "FRAME_NUMBER" = loaded."FRAME_NUMBER",
    "STATUS" = loaded."STATUS",
    "LAST_EVENT_AT" = loaded."LAST_EVENT_AT",
    "SYSTEM_UPDATE_DATE" = (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
WHERE target."BIKE_ID" IS NOT DISTINCT FROM loaded."BIKE_ID"
  AND target."SYSTEM_CURRENT_FLAG" = 'Y'
  AND (target."MODEL" IS DISTINCT FROM loaded."MODEL"
    OR target."FRAME_NUMBER" IS DISTINCT FROM loaded."FRAME_NUMBER"
    OR target."STATUS" IS DISTINCT FROM loaded."STATUS"
    OR target."LAST_EVENT_AT" IS DISTINCT FROM loaded."LAST_EVENT_AT")
;
-- run: Insert new rows [sql, stops on failure]
INSERT INTO "harbour"."core"."DIM_BIKE" ("BIKE_ID", "MODEL", "FRAME_NUMBER", "STATUS", "LAST_EVENT_AT", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG", "SYSTEM_START_DATE", "SYSTEM_END_DATE", "SYSTEM_CREATE_DATE", "SYSTEM_UPDATE_DATE")
SELECT loaded."BIKE_ID", loaded."MODEL", loaded."FRAME_NUMBER", loaded."STATUS", loaded."LAST_EVENT_AT",
    1,
    'Y',
    (now() AT TIME ZONE 'UTC'),
    CAST('2999-12-31 00:00:00' AS TIMESTAMP),
    (now() AT TIME ZONE 'UTC'),
    (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
WHERE NOT EXISTS (SELECT 1 FROM "harbour"."core"."DIM_BIKE" AS target WHERE target."BIKE_ID" IS NOT DISTINCT FROM loaded."BIKE_ID")
;
-- run: Drop work table [sql, stops on failure]
DROP TABLE IF EXISTS temp."MILLRACE_LOAD"
;
