-- create: Create by override [sql, stops on failure]
CREATE OR REPLACE VIEW "harbour"."mart"."V_REVENUE" AS
SELECT CAST(DATE_TRUNC('month', "PAID_AT") AS DATE) AS "MONTH", SUM("AMOUNT") AS "REVENUE"
FROM "harbour"."core"."FCT_PAYMENT"
WHERE "PAID_AT" >= TIMESTAMP '2024-01-01'
GROUP BY 1
;
-- run: nothing
