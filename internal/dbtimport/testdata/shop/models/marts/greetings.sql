select greeting || '{{ var("punctuation", ".") }}' as greeting, c.first_name
from {{ ref('helpers', 'greetings_of_package') }} as g
cross join {{ ref('stg_customers') }} as c
{% if not var('with_refunds') %}
where c.customer_id < 3
{% endif %}
