{{ config(materialized='incremental') }}
{% if is_incremental() %}
select 1 as id
{% else %}
select 2 as id
{% endif %}
