-- create: Create view [sql, stops on failure]
CREATE OR REPLACE VIEW "harbour"."mart"."V_TRIPS" AS
SELECT
  t.*,
  s."STATION_NAME" AS "START_STATION_NAME",
  r."FULL_NAME" AS "RIDER_NAME"
FROM "harbour"."core"."FCT_TRIP" AS t
LEFT JOIN "harbour"."core"."DIM_STATION" AS s
  ON t."START_STATION_KEY" = s."DIM_STATION_KEY"
LEFT JOIN "harbour"."core"."DIM_RIDER" AS r
  ON t."RIDER_ID" = r."RIDER_ID" AND r."SYSTEM_CURRENT_FLAG" = 'Y'
;
-- run: nothing
