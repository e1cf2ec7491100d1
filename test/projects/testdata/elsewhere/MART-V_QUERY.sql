-- create: Create view [sql, stops on failure]
CREATE OR REPLACE VIEW "MART"."V_QUERY" AS
SELECT q.id::INTEGER AS id, q."Total"::VARCHAR AS "Total"
FROM "STAGE"."QUERY" AS q
JOIN "STAGE"."STG_ORDERS" AS s USING (id)
;
-- run: nothing
