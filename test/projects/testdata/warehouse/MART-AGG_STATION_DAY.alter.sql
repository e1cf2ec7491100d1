-- create: Drop column TEMPERATURE [sql, alter, stops on failure]
ALTER TABLE "harbour"."mart"."AGG_STATION_DAY" DROP COLUMN "TEMPERATURE"
;
-- create: Rename column STATION [sql, alter, stops on failure]
ALTER TABLE "harbour"."mart"."AGG_STATION_DAY" RENAME COLUMN "STATION" TO "STATION_NAME"
;
-- create: Change the type of MINUTES [sql, alter, stops on failure]
ALTER TABLE "harbour"."mart"."AGG_STATION_DAY" ALTER COLUMN "MINUTES" SET DATA TYPE BIGINT
;
-- create: Add column DISTANCE_KM [sql, alter, stops on failure]
ALTER TABLE "harbour"."mart"."AGG_STATION_DAY" ADD COLUMN "DISTANCE_KM" DECIMAL(18,3)
;
-- run: nothing
