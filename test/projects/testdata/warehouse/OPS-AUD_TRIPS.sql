-- create: Audit: make the table [sql]
CREATE TABLE IF NOT EXISTS "harbour"."ops"."AUD_TRIPS" (
  "TABLE_NAME" VARCHAR,
  "ROWS_SEEN" BIGINT,
  "LATEST" TIMESTAMP,
  "REMARK" VARCHAR
)
;
-- run: Audit: forget [sql, stops on failure]
DELETE FROM "harbour"."ops"."AUD_TRIPS"
;
-- run: Audit: look at STG_TRIPS [sql]
INSERT INTO "harbour"."ops"."AUD_TRIPS" ("TABLE_NAME", "ROWS_SEEN", "LATEST", "REMARK")
SELECT seen.*, 'the night''s load'
FROM (
  SELECT 'STG_TRIPS' AS "TABLE_NAME", COUNT(*) AS "ROWS_SEEN", MAX("STG_TRIPS"."STARTED_AT") AS "LATEST"
  FROM "harbour"."stage"."STG_TRIPS" "STG_TRIPS"

) AS seen
;
