select 1 as one
{% for country in list_countries() %}, '{{ country }}' as c{{ loop.index }}{% endfor %}
