{{ config(materialized='ephemeral') }}

select
    order_id,
    {{ dbt.date_trunc('month', 'order_date') }} as order_month,
    cast(status as {{ dbt.type_string() }}) as status
from {{ ref('stg_orders') }}
where extract(year from order_date) >= {{ var('first_year') }}
