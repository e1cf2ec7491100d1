{% snapshot customers_snapshot %}
{{ config(target_schema='snapshots', unique_key='id', strategy='timestamp', updated_at='updated_at', hard_deletes='invalidate') }}
select id, first_name, email, updated_at from {{ ref('raw_customers') }}
{% endsnapshot %}
