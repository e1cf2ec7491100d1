@id("82be5c82-8283-509c-8a44-fde0ce14cbf8")
@nodeType("Stage")
@description("One row for each order, with what was paid.\n\nColumns:\n- order_id: Key of an order.\n- amount: What was paid, in the currency of the shop.\n\nUsed by the dashboard \"Weekly report\" of Sales. What the sales team looks at. https://reports.example.com/weekly")
@postSQL("delete from {{ this }} where status = 'returned'")
@testSQL("order_id: unique", "SELECT order_id, COUNT(*) AS row_count\nFROM {{ this }} AS tested\nWHERE order_id IS NOT NULL\nGROUP BY order_id\nHAVING COUNT(*) > 1")
@testSQL("order_id: not_null", "SELECT *\nFROM {{ this }} AS tested\nWHERE order_id IS NULL")
@testSQL("amount: dbt_utils_free_range", "{{ test_dbt_utils_free_range(model=this, column_name='amount', least=0) }}")

{% set methods = payment_methods() %}

with payments as (
    select
        order_id,
        {% for method in methods -%}
        sum(case when payment_method = '{{ method }}' then amount else 0 end) as {{ method }}_amount,
        {% endfor -%}
        sum(amount) as total_amount
    from {{ ref('MAIN', 'stg_payments') }}
    group by order_id
)

select
    o.order_id,
    o.customer_id,
    o.order_date,
    o.status,
    {% for method in methods -%}
    payments.{{ method }}_amount,
    {% endfor -%}
    payments.total_amount as amount
from {{ ref('MAIN', 'stg_orders') }} as o
left join payments using (order_id)
