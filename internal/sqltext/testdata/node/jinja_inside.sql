SELECT
  {{ source_alias }}.id,
  "{{ other }}".name AS n,
  coalesce({% for c in cols %}{{ c }}, {% endfor %} 0) AS first_of @description("{% raw %}x{% endraw %}"),
  '{{ var("it's") }}' AS lit,
  a {{ op }} b AS computed
FROM {{ ref('L', 'N') }} {{ source_alias }}
{% if incremental %} WHERE x > (SELECT max(x) FROM {{ this }}) {% endif %}
