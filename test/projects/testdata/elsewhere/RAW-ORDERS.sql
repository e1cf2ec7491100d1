-- create: nothing
-- run: Check that it is there [sql, stops on failure]
SELECT *
FROM "RAW"."ORDERS"
WHERE 1 = 0
;
