-- create: nothing
-- run: Check that it is there [sql, stops on failure]
SELECT "RIDER_ID", "FULL_NAME", "EMAIL", "TARIFF_CODE", "CITY", "UPDATED_AT"
FROM "harbour"."raw"."RIDERS"
WHERE 1 = 0
;
