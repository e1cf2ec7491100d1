@id("076c43ea-69ae-5726-adb9-9a041b0de69c")
@nodeType("View")

select
    order_id,
    {{ dbt__date_trunc('month', 'order_date') }} as order_month,
    cast(status as {{ dbt__type_string() }}) as status
from {{ ref('MAIN', 'stg_orders') }}
where extract(year from order_date) >= {{ var('first_year') }}
