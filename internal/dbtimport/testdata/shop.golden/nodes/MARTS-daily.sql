@id("1cfdcff3-fa30-58c8-82d5-498b2489e672")
@nodeType("Stage")

select order_month, status, count(*) as orders
from {{ ref('MAIN', 'order_months') }}
group by 1, 2
