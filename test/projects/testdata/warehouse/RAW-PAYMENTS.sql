-- create: nothing
-- run: Check that it is there [sql, stops on failure]
SELECT "PAYMENT_ID", "TRIP_ID", "PAID_AT", "AMOUNT_CENTS", "METHOD"
FROM "harbour"."raw"."PAYMENTS"
WHERE 1 = 0
;
