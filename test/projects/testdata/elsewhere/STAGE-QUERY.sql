-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "STAGE"."QUERY" (
    "id" BIGINT,
    "Total" DECIMAL(9,2),
    "Note" VARCHAR NOT NULL,
    "word" VARCHAR,
    "pattern" VARCHAR
)
;
-- run: Empty table [sql, stops on failure]
DELETE FROM "STAGE"."QUERY"
;
-- run: Insert rows [sql, stops on failure]
INSERT INTO "STAGE"."QUERY" ("id", "Total", "Note", "word", "pattern")
SELECT query."id", query."Total", query."Note", query."word", query."pattern"
FROM (
SELECT
  o.id::BIGINT AS id,
  CAST(o."Total" AS DECIMAL(9, 2)) AS "Total",
  o."Note"::VARCHAR AS "Note",
  'force_checkpoint()' AS word,
  '{{ name }} {% if %}' AS pattern
FROM "RAW"."ORDERS" AS o
) AS query
;
