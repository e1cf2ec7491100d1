-- create: Create view of the file [sql, stops on failure]
CREATE OR REPLACE VIEW "RAW"."VISITS" AS
SELECT *
FROM read_csv('visits/*.csv', header = TRUE, union_by_name = TRUE)
;
-- run: Check that it is there [sql, stops on failure]
SELECT *
FROM "RAW"."VISITS"
WHERE 1 = 0
;
