with customer_orders as (
    select
        customer_id,
        min(order_date) as first_order,
        max(order_date) as most_recent_order,
        count(*) as number_of_orders,
        sum(amount) as lifetime_value
    from {{ ref('orders') }}
    group by customer_id
)

select
    c.customer_id,
    {{ helpers.clean('c.first_name') }} as first_name,
    c.last_name,
    {{ label('c.last_name') }} as root_label,
    {{ helpers.label('c.last_name') }} as package_label,
    customer_orders.first_order,
    customer_orders.most_recent_order,
    coalesce(customer_orders.number_of_orders, 0) as number_of_orders,
    customer_orders.lifetime_value
from {{ ref('stg_customers') }} as c
left join customer_orders on c.customer_id = customer_orders.customer_id
