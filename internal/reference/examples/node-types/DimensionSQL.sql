-- nodes/STAGE-DIM_CUSTOMER.sql
@id("dim-customer")
@nodeType("Dimension")

SELECT
  c.customer_id  @businessKey,
  c.name,
  c.country      @changeTracking
FROM {{ ref('RAW', 'CUSTOMERS') }} AS c
