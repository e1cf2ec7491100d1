-- create: Drop table (sql)
DROP TABLE IF EXISTS "out"."T";

-- create: Create table (sql)
CREATE TABLE "out"."T" (
    "ID" INTEGER,
    "NAME" TEXT,
    "CITY" TEXT,
    "CHANGED" TIMESTAMP
);

-- run: Append new rows (sql)
INSERT INTO "out"."T" ("ID", "NAME", "CITY", "CHANGED")
SELECT query."ID", query."NAME", query."CITY", query."CHANGED"
FROM (
SELECT id AS "ID", name AS "NAME", city AS "CITY", changed AS "CHANGED"
FROM "src"."A" -- all of them
) AS query
CROSS JOIN (SELECT COUNT(*) AS row_count, MAX("CHANGED") AS latest FROM "out"."T") AS held
WHERE held.row_count = 0
   OR query."CHANGED" > held.latest
   OR (held.latest IS NULL AND query."CHANGED" IS NOT NULL);

