-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "harbour"."raw"."REGIONS" (
    "REGION_CODE" VARCHAR,
    "REGION_NAME" VARCHAR
)
;
-- run: Empty table [sql, stops on failure]
DELETE FROM "harbour"."raw"."REGIONS"
;
-- run: Insert rows [sql, stops on failure]
INSERT INTO "harbour"."raw"."REGIONS" ("REGION_CODE", "REGION_NAME")
VALUES
    ('n', 'North Quay'),
    ('s', 'South, by the lighthouse')
;
