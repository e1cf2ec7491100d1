-- create: Drop the aggregate [sql, drop]
DROP TABLE IF EXISTS "harbour"."mart"."AGG_STATION_DAY"
;
-- run: nothing
