-- create: Create by override (sql)
CREATE VIEW "out"."T" AS SELECT 1 AS "ID";

