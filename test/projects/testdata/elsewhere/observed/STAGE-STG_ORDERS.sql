-- create: Create table [sql, stops on failure]
CREATE OR REPLACE TABLE "STAGE"."STG_ORDERS" (
    "id" INTEGER,
    "amount" DOUBLE
)
;
-- run: Insert rows [sql, stops on failure]
INSERT INTO "STAGE"."STG_ORDERS" ("id", "amount")
SELECT query."id", query."amount"
FROM (
-- An older version also read "RAW"."GONE".
SELECT *
FROM "RAW"."ORDERS" AS o
/* JOIN "RAW"."VISITS" AS v ON v.id = o.id */
WHERE o.amount > 0 -- not "RAW"."COUNTRIES"
) AS query
;
