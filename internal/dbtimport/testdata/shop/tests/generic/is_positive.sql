{% test is_positive(model, column_name, least=0) %}
select *
from {{ model }}
where {{ column_name }} <= {{ least }}
{% endtest %}

{% test dbt_utils_free_range(model, column_name, least) %}
select * from {{ model }} where not ({{ column_name }} >= {{ least }})
{% endtest %}
