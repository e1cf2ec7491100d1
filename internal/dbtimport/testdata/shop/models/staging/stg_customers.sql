select
    id as customer_id,
    first_name,
    last_name, -- the family name
    email,
    updated_at
from {{ source('raw', 'raw_customers') }}
