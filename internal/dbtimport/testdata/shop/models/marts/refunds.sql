{{ config(enabled=var('with_refunds')) }}
select * from {{ ref('orders') }} where status = 'returned'
