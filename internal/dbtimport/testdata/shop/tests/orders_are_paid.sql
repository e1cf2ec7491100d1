-- every order has a payment
select o.order_id
from {{ ref('stg_orders') }} as o
left join {{ ref('stg_payments') }} as p on p.order_id = o.order_id
where p.order_id is null
