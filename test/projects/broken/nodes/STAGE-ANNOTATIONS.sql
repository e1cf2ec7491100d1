@id("284decee-3024-52b9-8926-0b80a13a46ce")
@nodeType("32")
@ownr("ann")
@keepDays("many")
@keepDays(1, 2)
@secret

-- @owner("in a comment")
SELECT
  "ORDERS"."ORDER_ID" AS "ORDER_ID" @secret @secret @owner("ann"),
  "ORDERS"."STATUS" AS "STATUS" @hidden
FROM {{ ref('RAW', 'ORDERS') }} "ORDERS"
