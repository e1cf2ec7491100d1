@id("496dd78e-f17c-50e3-902f-0b1aaf1414c5")
@nodeType("Stage")

select greeting || '{{ var("punctuation", ".") }}' as greeting, c.first_name
from {{ ref('HELPERS', 'greetings_of_package') }} as g
cross join {{ ref('MAIN', 'stg_customers') }} as c
{% if not var('with_refunds') %}
where c.customer_id < 3
{% endif %}
