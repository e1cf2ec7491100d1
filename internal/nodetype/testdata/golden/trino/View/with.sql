-- create: Create view (sql)
CREATE OR REPLACE VIEW "out"."T" AS
WITH few AS (SELECT 1 AS x)
(
SELECT
    "A"."ID" AS "ID",
    "A"."NAME" AS "NAME"
FROM "src"."A" "A"
)
UNION
(
SELECT
    "B"."ID" AS "ID",
    "B"."NAME" AS "NAME"
FROM "src"."B" "B"
);

