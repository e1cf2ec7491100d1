@id("ffc3055e-f6ff-5c5c-9cd1-627136bc13a7")
@nodeType("toolkit:::2")
@keepDays(30)
@tag("nightly")
@tag("rider's")

SELECT
  CAST('trips' AS VARCHAR) AS "WHAT",
  COUNT(*) AS "ROWS_SEEN",
  CAST(CURRENT_TIMESTAMP AS TIMESTAMP) AS "LOGGED_AT" @logged
FROM {{ ref('STAGE', 'STG_TRIPS') }} AS t
