-- create: Create view (sql)
CREATE OR REPLACE VIEW "out"."T" AS
SELECT DISTINCT
    "A"."ID" AS "ID",
    "A"."NAME" AS "NAME"
FROM "src"."A" "A";

