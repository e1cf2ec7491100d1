@id("1")
SELECT
  "é", ß AS "Ж" @notNull,
  a
FROM t
