@id("2")
@nodeType("3")
WITH recent AS (
    SELECT id, CASE WHEN total > 10 THEN 'big' ELSE 'small' END size
    FROM {{ ref('STG', 'ORDERS') }}
    WHERE {% if full %} true {% else %} day > current_date - 7 {% endif %}
), ids (id) AS (SELECT DISTINCT id FROM recent)
SELECT r.id @pk, r.size, {{ hash(['a', 'b']) }} AS hash_key @hashed("md5"), d.*
FROM recent r
JOIN ids USING (id)
JOIN {{ ref_no_link('DIM', 'DATE') }} d ON d.id = r.id
{{ ref_link('STG', 'TRIGGER') }}
