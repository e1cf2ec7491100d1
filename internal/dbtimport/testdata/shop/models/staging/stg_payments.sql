select
    id as payment_id,
    order_id,
    payment_method,
    {{ cents_to_amount('amount') }} as amount
from {{ source('raw', 'payments') }}
