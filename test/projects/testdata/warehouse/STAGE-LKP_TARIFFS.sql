-- create: Create the lookup [sql]
CREATE OR REPLACE VIEW "harbour"."stage"."LKP_TARIFFS" AS
SELECT
  COALESCE("TARIFFS"."TARIFF_CODE", 'rider''s choice') AS "TARIFF_CODE",
  COALESCE("TARIFFS"."TARIFF_NAME", 'rider''s choice') AS "TARIFF_NAME",
  "TARIFFS"."PRICE_PER_MINUTE" AS "PRICE_PER_MINUTE"
FROM "harbour"."raw"."TARIFFS" "TARIFFS"
;
-- run: nothing
