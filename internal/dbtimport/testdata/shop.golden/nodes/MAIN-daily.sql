@id("01c6242d-d121-5864-9804-855730a0faa1")
@nodeType("View")

select order_date, count(*) as orders from {{ ref('MAIN', 'stg_orders') }} group by order_date
