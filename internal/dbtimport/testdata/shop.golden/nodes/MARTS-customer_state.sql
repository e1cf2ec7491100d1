@id("0469638b-2829-53ef-9c81-53c32cd6f38d")
@nodeType("Incremental")
@strategy("delete_insert")
@uniqueKey("customer_id")

select
    customer_id,
    email,
    updated_at
from {{ ref('MAIN', 'stg_customers') }}
where customer_id > 0

  and (NOT EXISTS (SELECT 1 FROM {{ this }}) OR (updated_at >= (select coalesce(max(updated_at), cast('1900-01-01' as timestamp)) from {{ this }})
))
