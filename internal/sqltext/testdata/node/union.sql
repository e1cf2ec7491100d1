@id("u") @nodeType("v")
SELECT a AS x @notNull, b y FROM {{ ref('L', 'A') }}
UNION ALL
SELECT c, d + 1 @description("wrong") FROM {{ ref('L', 'B') }} WHERE d > 0
EXCEPT
(SELECT e, f FROM t ORDER BY g LIMIT 3)
ORDER BY 1
