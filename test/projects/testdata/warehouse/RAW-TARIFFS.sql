-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "harbour"."raw"."TARIFFS" (
    "TARIFF_CODE" VARCHAR,
    "TARIFF_NAME" VARCHAR,
    "PRICE_PER_MINUTE" DECIMAL(6,2),
    "VALID_FROM" DATE
)
;
-- run: Empty table [sql, stops on failure]
DELETE FROM "harbour"."raw"."TARIFFS"
;
-- run: Insert rows [sql, stops on failure]
INSERT INTO "harbour"."raw"."TARIFFS" ("TARIFF_CODE", "TARIFF_NAME", "PRICE_PER_MINUTE", "VALID_FROM")
VALUES
    ('DAY', 'Day ticket', 0.15, CAST('2023-01-01' AS DATE)),
    ('YEAR', NULL, 0.05, CAST('2023-01-01' AS DATE)),
    ('NONE', 'Rider''s "pay as you go"', 0.25, CAST('2024-01-01' AS DATE))
;
