select
{% for column in adapter.get_columns_in_relation(ref('good')) %}{{ column.name }},{% endfor %}
1 as one
from {{ ref('good') }}
