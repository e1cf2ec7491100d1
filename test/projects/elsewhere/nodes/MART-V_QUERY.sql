@id("6")
@nodeType("View")

SELECT q.id::INTEGER, q."Total"::VARCHAR @description("A cast keeps the name of its column.")
FROM {{ ref('STAGE', 'QUERY') }} AS q
JOIN {{ ref_no_link('STAGE', 'STG_ORDERS', include_db=False) }} AS s USING (id)
