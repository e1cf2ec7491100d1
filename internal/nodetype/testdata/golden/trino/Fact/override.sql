-- create: Create by override (sql)
CREATE VIEW "out"."T" AS SELECT 1 AS "ID";

-- run: Drop work table (sql)
DROP TABLE IF EXISTS "out"."T__LOAD";

-- run: Create work table (sql)
CREATE OR REPLACE TABLE "out"."T__LOAD" AS
SELECT "ID", "NAME"
FROM "out"."T"
WHERE 1 = 0;

-- run: Read sources (sql)
INSERT INTO "out"."T__LOAD" ("ID", "NAME")
SELECT
    CAST(rows_of_source."ID" AS INTEGER),
    CAST(rows_of_source."NAME" AS VARCHAR)
FROM (
SELECT
    "A"."ID" AS "ID",
    "A"."NAME" AS "NAME"
FROM "src"."A" "A"
) AS rows_of_source;

-- run: Every key is read once (test)
SELECT "ID", COUNT(*) AS "ROWS_WITH_KEY"
FROM "out"."T__LOAD"
GROUP BY "ID"
HAVING COUNT(*) > 1;

-- run: Merge rows (sql)
MERGE INTO "out"."T" AS target
USING "out"."T__LOAD" AS loaded
ON COALESCE(CAST(target."ID" AS VARCHAR), '') = COALESCE(CAST(loaded."ID" AS VARCHAR), '') AND (target."ID" IS NULL) = (loaded."ID" IS NULL)
WHEN MATCHED AND (target."NAME" IS DISTINCT FROM loaded."NAME")
THEN UPDATE SET "NAME" = loaded."NAME",
    "SYSTEM_UPDATE_DATE" = CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6))
WHEN NOT MATCHED THEN INSERT ("ID", "NAME", "SYSTEM_CREATE_DATE", "SYSTEM_UPDATE_DATE")
VALUES (loaded."ID", loaded."NAME",
    CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6)),
    CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6)));

-- run: Drop work table (sql)
DROP TABLE IF EXISTS "out"."T__LOAD";

