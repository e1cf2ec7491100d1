@id("annotated")
@id("again")
@nodeType("Stage")
@truncateBefor
@notNull
-- @deployDisabled
SELECT
  1 AS a @isBusinesKey @materializationType("view"),
  2 AS b @id,
  3 + 4
FROM {{ ref('RAW', 'CRLF') }}
