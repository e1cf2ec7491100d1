-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "harbour"."stage"."STG_RIDERS" (
    "RIDER_ID" BIGINT NOT NULL,
    "FULL_NAME" VARCHAR,
    "EMAIL" VARCHAR,
    "TARIFF_CODE" VARCHAR,
    "CITY" VARCHAR,
    "UPDATED_AT" TIMESTAMP
)
;
-- run: Pre-SQL [sql, stops on failure]
SELECT 'EUR'
;
-- run: Empty table [sql, stops on failure]
DELETE FROM "harbour"."stage"."STG_RIDERS"
;
-- run: Insert rows [sql, stops on failure]
INSERT INTO "harbour"."stage"."STG_RIDERS" ("RIDER_ID", "FULL_NAME", "EMAIL", "TARIFF_CODE", "CITY", "UPDATED_AT")
SELECT
    "RIDERS"."RIDER_ID" AS "RIDER_ID",
    NULLIF(TRIM("RIDERS"."FULL_NAME"), '') AS "FULL_NAME",
    LOWER(CASE WHEN POSITION('@' IN "RIDERS"."EMAIL") > 1 THEN SUBSTR("RIDERS"."EMAIL", 1, 1) || '***' || SUBSTR("RIDERS"."EMAIL", POSITION('@' IN "RIDERS"."EMAIL")) ELSE NULLIF(TRIM("RIDERS"."EMAIL"), '') END) AS "EMAIL",
    "RIDERS"."TARIFF_CODE" AS "TARIFF_CODE",
    /* into "CITY" */ NULLIF(TRIM("RIDERS"."CITY"), '') AS "CITY",
    "RIDERS"."UPDATED_AT" AS "UPDATED_AT"
FROM "harbour"."raw"."RIDERS" "RIDERS"
;
-- run: Post-SQL [sql, stops on failure]
SELECT COUNT(*) FROM "harbour"."stage"."STG_RIDERS"
;
