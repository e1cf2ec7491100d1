@id("1")
SELECT
  {% for c in ['a', 'b'] %}
  {{ c }} AS {{ c }}_x @notNull{% if not loop.last %},{% endif %}
  {% endfor %}
FROM {{ ref('L', 'N') }}
