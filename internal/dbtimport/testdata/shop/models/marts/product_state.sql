{{ config(materialized='incremental', unique_key=['id'], incremental_strategy='merge', on_schema_change='ignore') }}
select * from {{ ref('raw_products') }}
{% if is_incremental() %}
where changed_at > (select max(changed_at) from {{ this }})
{% endif %}
