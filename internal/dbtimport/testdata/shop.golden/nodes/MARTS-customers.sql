@id("84585e8c-20fd-5fe7-92b4-c927ac9bec4d")
@nodeType("Stage")
@description("Used by the dashboard \"Weekly report\" of Sales. What the sales team looks at. https://reports.example.com/weekly")

with customer_orders as (
    select
        customer_id,
        min(order_date) as first_order,
        max(order_date) as most_recent_order,
        count(*) as number_of_orders,
        sum(amount) as lifetime_value
    from {{ ref('MARTS', 'orders') }}
    group by customer_id
)

select
    c.customer_id @testUnique @testNotNull,
    {{ helpers__clean('c.first_name') }} as first_name,
    c.last_name,
    {{ label('c.last_name') }} as root_label,
    {{ helpers__label('c.last_name') }} as package_label,
    customer_orders.first_order,
    customer_orders.most_recent_order,
    coalesce(customer_orders.number_of_orders, 0) as number_of_orders,
    customer_orders.lifetime_value
from {{ ref('MAIN', 'stg_customers') }} as c
left join customer_orders on c.customer_id = customer_orders.customer_id
