@id("1")
WITH q AS (SELECT a @inCte FROM t)
SELECT
  @before a,
  b, @afterComma
  c @beforeAlias AS d,
  f(e @insideCall) AS g
FROM q @inFrom
WHERE x = 1 @inWhere
@nodeType("too late")
