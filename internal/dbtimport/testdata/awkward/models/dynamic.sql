{% set wanted = 'good' %}
select id from {{ ref(wanted) }}
