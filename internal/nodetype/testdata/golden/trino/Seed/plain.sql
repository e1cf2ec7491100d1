-- create: Create table (sql)
CREATE OR REPLACE TABLE "out"."T" (
    "ID" INTEGER,
    "NAME" VARCHAR,
    "AMOUNT" DECIMAL(10,2)
);

-- run: Empty table (sql)
DELETE FROM "out"."T";

-- run: Insert rows (sql)
INSERT INTO "out"."T" ("ID", "NAME", "AMOUNT")
VALUES
    (1, 'it''s', 1.5),
    (2, NULL, -3),
    (3, NULL, NULL);

