@id("5bd414fc-548f-5fb0-a66a-bb347a8888c3")
@nodeType("Stage")

{% set wanted = 'good' %}
select id from {{ dbt_ref(wanted) }}
