{{ config(alias='daily', enabled=var('first_year') > 2000) }}
select order_month, status, count(*) as orders
from {{ ref('order_months') }}
group by 1, 2
