{{ config(materialized='incremental', unique_key='customer_id', incremental_strategy='delete+insert') }}

select
    customer_id,
    email,
    updated_at
from {{ ref('stg_customers') }}
where customer_id > 0
{% if is_incremental() %}
  and updated_at >= (select coalesce(max(updated_at), cast('1900-01-01' as timestamp)) from {{ this }})
{% endif %}
