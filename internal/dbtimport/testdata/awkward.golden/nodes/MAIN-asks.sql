@id("0fbc4d39-d884-5c7b-860d-b44758e5588d")
@nodeType("Stage")
@deployDisabled

select 1 as one
{% for country in list_countries() %}, '{{ country }}' as c{{ loop.index }}{% endfor %}
