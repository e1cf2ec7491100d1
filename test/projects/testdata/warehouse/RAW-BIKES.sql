-- create: nothing
-- run: Check that it is there [sql, stops on failure]
SELECT "BIKE_ID", "MODEL", "FRAME_NUMBER", "STATUS", "BOUGHT_ON", "UPDATED_AT"
FROM "harbour"."raw"."BIKES"
WHERE 1 = 0
;
