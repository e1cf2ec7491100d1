-- create: nothing
-- run: Check that it is there [sql, stops on failure]
SELECT "TRIP_ID", "BIKE_ID", "RIDER_ID", "START_STATION_ID", "END_STATION_ID", "STARTED_AT", "ENDED_AT", "DISTANCE_M"
FROM "harbour"."raw"."TRIPS_KIOSK"
WHERE 1 = 0
;
