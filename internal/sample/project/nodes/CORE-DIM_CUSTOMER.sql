@id("0b7a1f52-8c36-4e0f-9a53-51f1c7a60e04")
@nodeType("Dimension")
@description("Customers. A change of address or country opens a new version; the old one is kept.")

SELECT
  c.customer_id                      @notNull @businessKey,
  c.customer_name,
  c.email                            @changeTracking,
  c.country_code                     @changeTracking,
  c.signed_up_on
FROM {{ ref('STAGE', 'STG_CUSTOMERS') }} AS c
