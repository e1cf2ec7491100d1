-- create: Drop table (sql)
DROP TABLE IF EXISTS "out"."T";

-- create: Create table (sql)
CREATE TABLE "out"."T" (
    "ID" INTEGER,
    "NAME" VARCHAR(20)
);

-- run: Empty table (sql)
DELETE FROM "out"."T";

-- run: Insert rows of A (sql)
INSERT INTO "out"."T" ("ID", "NAME")
SELECT
    "A"."ID" AS "ID",
    "A"."NAME" AS "NAME"
FROM "src"."A" "A";

-- run: Insert rows of B (sql)
INSERT INTO "out"."T" ("ID", "NAME")
SELECT
    "B"."ID" AS "ID",
    "B"."NAME" AS "NAME"
FROM "src"."B" "B";

