@id("0b7a1f52-8c36-4e0f-9a53-51f1c7a60e01")
@nodeType("Stage")
@description("Customers with tidy names.")

SELECT
  c.customer_id                      @notNull @testUnique,
  trim(c.customer_name)              AS customer_name,
  lower(c.email)                     AS email,
  c.country_code                     @testAcceptedValues("DE", "DK", "FR", "NL"),
  c.signed_up_on
FROM {{ ref('RAW', 'CUSTOMERS') }} AS c
