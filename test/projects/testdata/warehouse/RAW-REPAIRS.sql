-- create: nothing
-- run: Check that it is there [sql, stops on failure]
SELECT "REPAIR_ID", "BIKE_ID", "STATION_ID", "OPENED_AT", "CLOSED_AT", "PART", "COST_CENTS"
FROM "harbour"."raw"."REPAIRS"
WHERE 1 = 0
;
