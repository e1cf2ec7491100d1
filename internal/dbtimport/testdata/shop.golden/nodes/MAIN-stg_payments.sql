@id("cf8e4709-bc2a-51fd-9205-619530ae3da4")
@nodeType("View")
@testSQL("amount: is_positive", "{{ test_is_positive(model=this, column_name='amount') }}")
@testSQL("amount_is_over_a_cent", "{{ test_is_positive(model=this, column_name='amount', least=0.001) }}")

select
    id as payment_id,
    order_id,
    payment_method,
    {{ cents_to_amount('amount') }} as amount
from {{ ref('RAW', 'raw_payments') }}
