-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "harbour"."core"."SNAP_TARIFFS" (
    "TARIFF_CODE" VARCHAR,
    "TARIFF_NAME" VARCHAR,
    "PRICE_PER_MINUTE" DECIMAL(6,2),
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
SELECT "TARIFF_CODE", "TARIFF_NAME", "PRICE_PER_MINUTE"
FROM "harbour"."core"."SNAP_TARIFFS"
WHERE 1 = 0
;
-- run: Read sources [sql, stops on failure]
INSERT INTO temp."MILLRACE_LOAD" ("TARIFF_CODE", "TARIFF_NAME", "PRICE_PER_MINUTE")
SELECT query."TARIFF_CODE", query."TARIFF_NAME", query."PRICE_PER_MINUTE"
FROM (
SELECT
  t."TARIFF_CODE",
  t."TARIFF_NAME",
  t."PRICE_PER_MINUTE"
FROM "harbour"."raw"."TARIFFS" AS t
) AS query
;
-- run: Every key is read once [test, stops on failure]
SELECT "TARIFF_CODE", COUNT(*) AS "ROWS_WITH_KEY"
FROM temp."MILLRACE_LOAD"
GROUP BY "TARIFF_CODE"
HAVING COUNT(*) > 1
;
-- run: Close changed rows [sql, stops on failure]
UPDATE "harbour"."core"."SNAP_TARIFFS" AS target
SET "SYSTEM_CURRENT_FLAG" = 'N',
    "SYSTEM_END_DATE" = (now() AT TIME ZONE 'UTC'),
    "SYSTEM_UPDATE_DATE" = (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
WHERE target."TARIFF_CODE" IS NOT DISTINCT FROM loaded."TARIFF_CODE"
  AND target."SYSTEM_CURRENT_FLAG" = 'Y'
  AND (target."PRICE_PER_MINUTE" IS DISTINCT FROM loaded."PRICE_PER_MINUTE")
;
-- run: Update changed rows [sql, stops on failure]
UPDATE "harbour"."core"."SNAP_TARIFFS" AS target
SET "TARIFF_NAME" = loaded."TARIFF_NAME",
    "SYSTEM_UPDATE_DATE" = (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
WHERE target."TARIFF_CODE" IS NOT DISTINCT FROM loaded."TARIFF_CODE"
  AND target."SYSTEM_CURRENT_FLAG" = 'Y'
  AND (target."TARIFF_NAME" IS DISTINCT FROM loaded."TARIFF_NAME")
;
-- run: Insert new rows and versions [sql, stops on failure]
INSERT INTO "harbour"."core"."SNAP_TARIFFS" ("TARIFF_CODE", "TARIFF_NAME", "PRICE_PER_MINUTE", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG", "SYSTEM_START_DATE", "SYSTEM_END_DATE", "SYSTEM_CREATE_DATE", "SYSTEM_UPDATE_DATE")
SELECT loaded."TARIFF_CODE", loaded."TARIFF_NAME", loaded."PRICE_PER_MINUTE",
    COALESCE(target."SYSTEM_VERSION", 0) + 1,
    'Y',
    (now() AT TIME ZONE 'UTC'),
    CAST('2999-12-31 00:00:00' AS TIMESTAMP),
    (now() AT TIME ZONE 'UTC'),
    (now() AT TIME ZONE 'UTC')
FROM temp."MILLRACE_LOAD" AS loaded
LEFT JOIN (
    SELECT "TARIFF_CODE",
        MAX("SYSTEM_CURRENT_FLAG") AS "SYSTEM_CURRENT_FLAG",
        MAX("SYSTEM_VERSION") AS "SYSTEM_VERSION"
    FROM "harbour"."core"."SNAP_TARIFFS"
    GROUP BY "TARIFF_CODE"
) AS target ON target."TARIFF_CODE" IS NOT DISTINCT FROM loaded."TARIFF_CODE"
WHERE target."SYSTEM_CURRENT_FLAG" IS DISTINCT FROM 'Y'
;
-- run: Drop work table [sql, stops on failure]
DROP TABLE IF EXISTS temp."MILLRACE_LOAD"
;
