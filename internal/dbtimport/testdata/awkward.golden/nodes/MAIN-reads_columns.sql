@id("8d3d0232-bf40-537e-b544-d93fee71c575")
@nodeType("Stage")
@deployDisabled

select
{% for column in adapter.get_columns_in_relation(ref('MAIN', 'good')) %}{{ column.name }},{% endfor %}
1 as one
from {{ ref('MAIN', 'good') }}
