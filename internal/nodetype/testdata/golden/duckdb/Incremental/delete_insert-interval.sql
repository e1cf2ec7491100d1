-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" (
    "ID" INTEGER,
    "NAME" VARCHAR,
    "CITY" VARCHAR,
    "CHANGED" TIMESTAMP
);

-- run: Drop work table (sql)
DROP TABLE IF EXISTS temp."MILLRACE_LOAD";

-- run: Create work table (sql)
CREATE TEMP TABLE temp."MILLRACE_LOAD" AS
SELECT "ID", "NAME", "CITY", "CHANGED"
FROM "out"."T"
WHERE 1 = 0;

-- run: Read sources (sql)
INSERT INTO temp."MILLRACE_LOAD" ("ID", "NAME", "CITY", "CHANGED")
SELECT query."ID", query."NAME", query."CITY", query."CHANGED"
FROM (
SELECT id AS "ID", name AS "NAME", city AS "CITY", changed AS "CHANGED"
FROM "src"."A" -- all of them
) AS query
WHERE query."CHANGED" >= '2024-01-01' AND query."CHANGED" < '2024-02-01';

-- run: Delete rows with loaded keys (sql)
DELETE FROM "out"."T" AS target
WHERE EXISTS (SELECT 1 FROM temp."MILLRACE_LOAD" AS loaded WHERE target."ID" IS NOT DISTINCT FROM loaded."ID");

-- run: Delete rows of the interval (sql)
DELETE FROM "out"."T"
WHERE "CHANGED" >= '2024-01-01' AND "CHANGED" < '2024-02-01';

-- run: Insert rows (sql)
INSERT INTO "out"."T" ("ID", "NAME", "CITY", "CHANGED")
SELECT "ID", "NAME", "CITY", "CHANGED"
FROM temp."MILLRACE_LOAD";

-- run: Drop work table (sql)
DROP TABLE IF EXISTS temp."MILLRACE_LOAD";

