-- create: Make the log [sql]
CREATE TABLE IF NOT EXISTS "harbour"."ops"."LOG_LOADS" AS

SELECT
  CAST('trips' AS VARCHAR) AS "WHAT",
  COUNT(*) AS "ROWS_SEEN",
  CAST(CURRENT_TIMESTAMP AS TIMESTAMP) AS "LOGGED_AT",
  CAST(NULL AS VARCHAR) AS "TAGS"
FROM "harbour"."stage"."STG_TRIPS" AS t
LIMIT 0
;
-- run: Add lines [sql]
INSERT INTO "harbour"."ops"."LOG_LOADS"

SELECT
  CAST('trips' AS VARCHAR) AS "WHAT",
  COUNT(*) AS "ROWS_SEEN",
  CAST(CURRENT_TIMESTAMP AS TIMESTAMP) AS "LOGGED_AT",
  'nightly,rider''s' AS "TAGS"
FROM "harbour"."stage"."STG_TRIPS" AS t
;
-- run: Take old lines out [sql]
DELETE FROM "harbour"."ops"."LOG_LOADS"
WHERE "LOGGED_AT" < CAST(CURRENT_TIMESTAMP AS TIMESTAMP) - INTERVAL '30 days'
;
