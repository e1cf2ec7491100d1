@id("5e2b8f9c-11aa-4c1d-9d61-7a0d6f7c0e02")
@nodeType("View")

SELECT * FROM {{ ref('WORK', 'STG_CUSTOMERS') }}
