@id("5e2b8f9c-11aa-4c1d-9d61-7a0d6f7c0e01")
@nodeType("31")
@description("Bookings of customers")
@partition("CUSTOMER_ID")
@index("CUSTOMER_ID", true)
@index("NAME")
@deployDisabled

WITH recent AS (SELECT 1 AS one)
SELECT DISTINCT
  c."CUSTOMER_ID" @isBusinessKey @notNull,
  UPPER(c."NAME") AS "NAME" @masked("partial") @description("In capitals") @id("name-column"),
  0 AS balance @defaultValue("0")
FROM {{ ref('WORK', 'STG_CUSTOMERS') }} c
JOIN {{ ref_no_link('RAW', 'COUNTRIES') }} k ON k."CODE" = c."NAME"
WHERE c."CUSTOMER_ID" > 0
