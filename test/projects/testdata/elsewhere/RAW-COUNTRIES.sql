-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "RAW"."COUNTRIES" (
    "CODE" VARCHAR,
    "NAME" VARCHAR
)
;
-- run: Empty table [sql, stops on failure]
DELETE FROM "RAW"."COUNTRIES"
;
-- run: Insert rows [sql, stops on failure]
INSERT INTO "RAW"."COUNTRIES" ("CODE", "NAME")
VALUES
    ('007', 'Denmark'),
    ('FR', '{{ France }}')
;
