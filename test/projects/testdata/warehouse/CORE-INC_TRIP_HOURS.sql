-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "harbour"."core"."INC_TRIP_HOURS" AS
SELECT
    rows_of_source."HOUR_STARTED" AS "HOUR_STARTED",
    CAST(NULL AS VARCHAR) AS "CHANNEL",
    CAST(NULL AS BIGINT) AS "TRIPS",
    CAST(NULL AS BIGINT) AS "MINUTES"
FROM (
SELECT query."HOUR_STARTED", query."CHANNEL", query."TRIPS", query."MINUTES"
FROM (
SELECT
  DATE_TRUNC('hour', t."STARTED_AT") AS "HOUR_STARTED",
  t."CHANNEL" AS "CHANNEL",
  COUNT(*) AS "TRIPS",
  CAST(SUM(t."MINUTES") AS BIGINT) AS "MINUTES"
FROM "harbour"."stage"."STG_TRIPS" AS t
GROUP BY DATE_TRUNC('hour', t."STARTED_AT"), t."CHANNEL"
) AS query
) AS rows_of_source
WHERE 1 = 0
;
-- run: Append new rows [sql, stops on failure]
INSERT INTO "harbour"."core"."INC_TRIP_HOURS" ("HOUR_STARTED", "CHANNEL", "TRIPS", "MINUTES")
SELECT query."HOUR_STARTED", query."CHANNEL", query."TRIPS", query."MINUTES"
FROM (
SELECT
  DATE_TRUNC('hour', t."STARTED_AT") AS "HOUR_STARTED",
  t."CHANNEL" AS "CHANNEL",
  COUNT(*) AS "TRIPS",
  CAST(SUM(t."MINUTES") AS BIGINT) AS "MINUTES"
FROM "harbour"."stage"."STG_TRIPS" AS t
GROUP BY DATE_TRUNC('hour', t."STARTED_AT"), t."CHANNEL"
) AS query
CROSS JOIN (SELECT COUNT(*) AS row_count, MAX("HOUR_STARTED") AS latest FROM "harbour"."core"."INC_TRIP_HOURS") AS held
WHERE held.row_count = 0
   OR query."HOUR_STARTED" > held.latest
   OR (held.latest IS NULL AND query."HOUR_STARTED" IS NOT NULL)
;
