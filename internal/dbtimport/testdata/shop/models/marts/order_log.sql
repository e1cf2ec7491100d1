{{ config(materialized='incremental') }}

select
    order_id,
    order_date,
    status
from {{ ref('stg_orders') }}

{% if is_incremental() %}
  -- only rows that are newer than the table
  where order_date > (select max(order_date) from {{ this }})
{% endif %}
