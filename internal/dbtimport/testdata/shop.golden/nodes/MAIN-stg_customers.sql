@id("66c7a1cf-9f88-5234-9e22-4837d14513de")
@nodeType("View")
@description("Customers, one row each.")

select
    id as customer_id @testUnique @testNotNull @description("Key of a customer."),
    first_name,
    last_name @description("The \"family\" name."), -- the family name
    email,
    updated_at
from {{ ref('MAIN', 'raw_customers') }}
