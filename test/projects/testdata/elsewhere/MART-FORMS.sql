-- create: Create FORMS as a table [sql]
CREATE OR REPLACE TABLE "MART"."FORMS" (

  "ID" BIGINT,

  "LABEL" VARCHAR

)
;
-- create: Nothing to grant [sql]
-- Grants are made elsewhere.
;
-- run: Insert 4 [sql]
INSERT INTO "MART"."FORMS" ("ID", "LABEL")
SELECT

  "ORDERS"."ID" AS "ID",

  '{{ label }}' || "ORDERS"."LABEL" AS "LABEL"

	FROM "RAW"."ORDERS" "ORDERS"
-- LEFT JOIN "RAW"."VISITS" "VISITS"
;
-- run: Note [sql]
/* "RAW"."VISITS" is read elsewhere. */
;
-- run: At most 20 [test]
SELECT 1 FROM "MART"."FORMS" HAVING COUNT(*) > 20 AND '{"b": 1, "a": [null]}' <> ''
;
