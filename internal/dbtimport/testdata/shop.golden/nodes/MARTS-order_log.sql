@id("8adae66d-dbaf-55d3-a145-51a29b29281f")
@nodeType("Incremental")
@strategy("append")
@watermark("order_date")

select
    order_id,
    order_date,
    status
from {{ ref('MAIN', 'stg_orders') }}
