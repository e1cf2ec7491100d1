{# Amounts are stored in cents. #}
{% macro cents_to_amount(column, digits=2) -%}
    cast({{ column }} / 100.0 as decimal(16, {{ digits }}))
{%- endmacro %}

{% macro payment_methods() %}
    {{ return(var('payment_methods')) }}
{% endmacro %}

{% macro label(column) -%}
    upper({{ column }})
{%- endmacro %}
