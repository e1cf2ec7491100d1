@id("5421e664-a859-5983-bbd2-775c8f87456c")
@nodeType("Stage")
@description("Days on which somebody rode, or would have but for a holiday.")

SELECT CAST("TRIPS"."STARTED_AT" AS DATE) AS "TRIP_DAY" @notNull, CAST('ride' AS VARCHAR) AS "REASON"
FROM {{ ref('STAGE', 'STG_TRIPS') }} "TRIPS"
UNION
SELECT "HOLIDAYS"."HOLIDAY_DATE", "HOLIDAYS"."HOLIDAY_NAME"
FROM {{ ref('RAW', 'HOLIDAYS') }} "HOLIDAYS"
