@id("8d846a8d-ef42-57ed-82ee-b3de02f0b556")
@nodeType("Incremental")
@deployDisabled
@strategy("append")

{% if is_incremental() %}
select 1 as id
{% else %}
select 2 as id
{% endif %}
