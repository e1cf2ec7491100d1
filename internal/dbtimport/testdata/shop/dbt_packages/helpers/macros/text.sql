{% macro clean(column) -%}
    {{ return(adapter.dispatch('clean', 'helpers')(column)) }}
{%- endmacro %}

{% macro default__clean(column) -%}
    {{ marked(column) }}
{%- endmacro %}

{% macro duckdb__clean(column) -%}
    trim({{ column }}) || '{{ var("mark", "!") }}'
{%- endmacro %}

{% macro marked(column) -%}
    {{ column }} || '?'
{%- endmacro %}

{% macro label(column) -%}
    lower({{ column }})
{%- endmacro %}
