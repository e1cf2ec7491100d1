@id("0b9f5ef6-1c0d-4d6b-9d1a-3a4f0e6f7a01")
@nodeType("stage:::12")
@description("Customers, cleaned. It's \"fine\"; {{ ref("RAW", "NOTES") }} stays.")
@deployDisabled

/* A comment before the query. */
SELECT DISTINCT
    "C"."ID" AS CUSTOMER_ID @isBusinessKey @notNull,
    c.name, -- the name
    UPPER(TRIM(c.country)) country @description('Land, in ''capitals''') @tags("a", 2, -1.5, true, FALSE) @empty(),
    COUNT(*) OVER (PARTITION BY c.country ORDER BY c.id) AS "per Country"
      -- a comment before annotations
      @defaultValue("0")
FROM {{ ref('RAW', 'CUSTOMERS') }} "C"
LEFT JOIN {{ ref('RAW', 'ORDERS') }} AS o ON o.customer_id = "C"."ID"
WHERE c.deleted = 'no; not yet' AND c.email <> 'someone@example.com'
;
