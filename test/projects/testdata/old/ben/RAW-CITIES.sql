-- create: nothing
-- run: Check that it is there [sql, stops on failure]
SELECT "CITY_ID", "CITY_NAME"
FROM "shared"."raw"."CITIES"
WHERE 1 = 0
;
