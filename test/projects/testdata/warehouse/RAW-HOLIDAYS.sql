-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "harbour"."raw"."HOLIDAYS" (
    "HOLIDAY_DATE" DATE,
    "HOLIDAY_NAME" VARCHAR
)
;
-- run: Empty table [sql, stops on failure]
DELETE FROM "harbour"."raw"."HOLIDAYS"
;
-- run: Insert rows [sql, stops on failure]
INSERT INTO "harbour"."raw"."HOLIDAYS" ("HOLIDAY_DATE", "HOLIDAY_NAME")
VALUES
    (CAST('2024-01-01' AS DATE), 'New Year'),
    (CAST('2024-05-01' AS DATE), 'Labour Day')
;
