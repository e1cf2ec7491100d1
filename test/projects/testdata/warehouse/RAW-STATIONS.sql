-- create: nothing
-- run: Check that it is there [sql, stops on failure]
SELECT "STATION_ID", "STATION_NAME", "REGION_CODE", "DOCKS", "OPENED_ON", "UPDATED_AT"
FROM "harbour"."raw"."STATIONS"
WHERE 1 = 0
;
