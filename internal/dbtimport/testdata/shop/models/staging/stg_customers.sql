select
    id as customer_id,
    first_name,
    last_name, -- the family name
    email,
    updated_at
from {{ ref('raw_customers') }}
