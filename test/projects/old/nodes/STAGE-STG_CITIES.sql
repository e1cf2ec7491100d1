@id("9036b1cc-92f3-5781-9ba7-d2cdfbae458e")
@nodeType("Stage")
@description("Cities with a name.")

SELECT
  "CITIES"."CITY_ID" AS "CITY_ID",
  "CITIES"."CITY_NAME" AS "CITY_NAME"
FROM {{ ref('RAW', 'CITIES') }} "CITIES"
WHERE "CITIES"."CITY_NAME" IS NOT NULL
