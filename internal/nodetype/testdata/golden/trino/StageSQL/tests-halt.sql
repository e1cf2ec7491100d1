-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" (
    "ID" INTEGER,
    "NAME" VARCHAR,
    "CITY" VARCHAR,
    "CHANGED" TIMESTAMP(6)
);

-- run: Empty table (sql)
DELETE FROM "out"."T";

-- run: Insert rows (sql)
INSERT INTO "out"."T" ("ID", "NAME", "CITY", "CHANGED")
SELECT
    CAST(rows_of_source."ID" AS INTEGER),
    CAST(rows_of_source."NAME" AS VARCHAR),
    CAST(rows_of_source."CITY" AS VARCHAR),
    CAST(rows_of_source."CHANGED" AS TIMESTAMP(6))
FROM (
SELECT query."ID", query."NAME", query."CITY", query."CHANGED"
FROM (
SELECT id AS "ID", name AS "NAME", city AS "CITY", changed AS "CHANGED"
FROM "src"."A" -- all of them
) AS query
) AS rows_of_source;

-- run: Row count (test)
SELECT "ROW_COUNT"
FROM (SELECT COUNT(*) AS "ROW_COUNT" FROM "out"."T") AS counted
WHERE "ROW_COUNT" < 1 OR "ROW_COUNT" > 10;

-- run: Freshness of CHANGED (test)
SELECT "LATEST"
FROM (SELECT MAX("CHANGED") AS "LATEST" FROM "out"."T") AS latest
WHERE "LATEST" IS NULL OR "LATEST" < date_add('hour', -24, CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6)));

-- run: no strangers (test)
SELECT "ID" FROM "out"."T" WHERE "NAME" = 'X';

-- run: ID: Not null (test)
SELECT *
FROM "out"."T"
WHERE "ID" IS NULL;

-- run: ID: Unique (test)
SELECT "ID", COUNT(*) AS "ROWS_WITH_VALUE"
FROM "out"."T"
WHERE "ID" IS NOT NULL
GROUP BY "ID"
HAVING COUNT(*) > 1;

-- run: ID: Range (test)
SELECT *
FROM "out"."T"
WHERE "ID" < 1 OR "ID" > 99;

-- run: ID: Relationship with B (test)
SELECT child.*
FROM "out"."T" AS child
WHERE child."ID" IS NOT NULL
  AND NOT EXISTS (
    SELECT 1
    FROM "src"."B" AS parent
    WHERE parent."ID" = child."ID"
  );

-- run: NAME: Accepted values (test)
SELECT *
FROM "out"."T"
WHERE "NAME" NOT IN ('Ann', 'Bob''s', '3');

-- run: NAME: "NAME" <> '' (test)
SELECT *
FROM "out"."T"
WHERE NOT (
"NAME" <> ''
);

-- run: NAME: LENGTH("NAME") < 9 (test)
SELECT *
FROM "out"."T"
WHERE NOT (
LENGTH("NAME") < 9
);

-- run: CHANGED: Range (test)
SELECT *
FROM "out"."T"
WHERE "CHANGED" > CAST('2030-01-01' AS TIMESTAMP(6));

