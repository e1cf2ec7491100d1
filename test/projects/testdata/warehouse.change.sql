-- What has happened in the source systems between the first run and the second.
UPDATE harbour.raw."STATIONS" SET "STATION_NAME" = 'Market Square', "UPDATED_AT" = '2024-02-03 08:00:00' WHERE "STATION_ID" = 2;
UPDATE harbour.raw."RIDERS" SET "TARIFF_CODE" = 'YEAR' WHERE "RIDER_ID" = 102;
UPDATE harbour.raw."BIKES" SET "STATUS" = 'rented', "UPDATED_AT" = '2024-02-03 12:00:00' WHERE "BIKE_ID" = 12;
DELETE FROM harbour.raw."BIKES" WHERE "BIKE_ID" = 11;
UPDATE harbour.raw."TRIPS_APP" SET "ENDED_AT" = '2024-02-03 12:30:00', "DISTANCE_M" = 5000 WHERE "TRIP_ID" = 1003;
