{% macro broken(x) %}
    {% frobnicate x %}
{% endmacro %}

{% macro countries() %}
    {% set found = run_query("select distinct country from shops") %}
    {{ return(found) }}
{% endmacro %}

{% macro list_countries() %}
    {{ return(countries()) }}
{% endmacro %}

{% macro config(x) %}{{ x }}{% endmacro %}

{% macro fine(x) %}{{ x }} + 1{% endmacro %}

{% macro generate_schema_name(custom, node) %}{{ custom }}{% endmacro %}

{% materialization special, default %}
    {{ return({'relations': []}) }}
{% endmaterialization %}
