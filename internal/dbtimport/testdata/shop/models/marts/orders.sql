{{
    config(
        tags=['finance', 'daily'],
        post_hook="delete from {{ this }} where status = 'returned'"
    )
}}

{% set methods = payment_methods() %}

with payments as (
    select
        order_id,
        {% for method in methods -%}
        sum(case when payment_method = '{{ method }}' then amount else 0 end) as {{ method }}_amount,
        {% endfor -%}
        sum(amount) as total_amount
    from {{ ref('stg_payments') }}
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
from {{ ref('stg_orders') }} as o
left join payments using (order_id)
