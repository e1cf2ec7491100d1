-- create: Drop table (sql)
DROP TABLE IF EXISTS "out"."T";

-- create: Create table (sql)
CREATE TABLE "out"."T" (
    "ID" INTEGER,
    "NAME" TEXT,
    "CITY" TEXT,
    "CHANGED" TIMESTAMP
);

-- run: Drop work table (sql)
DROP TABLE IF EXISTS pg_temp."MILLRACE_LOAD";

-- run: Create work table (sql)
CREATE TEMP TABLE pg_temp."MILLRACE_LOAD" AS
SELECT "ID", "NAME", "CITY", "CHANGED"
FROM "out"."T"
WHERE 1 = 0;

-- run: Read sources (sql)
INSERT INTO pg_temp."MILLRACE_LOAD" ("ID", "NAME", "CITY", "CHANGED")
SELECT query."ID", query."NAME", query."CITY", query."CHANGED"
FROM (
SELECT id AS "ID", name AS "NAME", city AS "CITY", changed AS "CHANGED"
FROM "src"."A" -- all of them
) AS query
CROSS JOIN (SELECT COUNT(*) AS row_count, MAX("CHANGED") AS latest FROM "out"."T") AS held
WHERE held.row_count = 0
   OR query."CHANGED" >= held.latest
   OR (held.latest IS NULL AND query."CHANGED" IS NOT NULL);

-- run: Delete rows with loaded keys (sql)
DELETE FROM "out"."T" AS target
WHERE EXISTS (SELECT 1 FROM pg_temp."MILLRACE_LOAD" AS loaded WHERE ARRAY[target."ID"] = ARRAY[loaded."ID"]);

-- run: Insert rows (sql)
INSERT INTO "out"."T" ("ID", "NAME", "CITY", "CHANGED")
SELECT "ID", "NAME", "CITY", "CHANGED"
FROM pg_temp."MILLRACE_LOAD";

-- run: Drop work table (sql)
DROP TABLE IF EXISTS pg_temp."MILLRACE_LOAD";

