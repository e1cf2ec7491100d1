-- create: nothing
-- run: Check that it is there [sql, stops on failure]
SELECT "AMOUNT"
FROM "RAW"."ORDERS"
WHERE 1 = 0
;
