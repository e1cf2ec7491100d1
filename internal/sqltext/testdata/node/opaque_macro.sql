SELECT id, {{ audit_columns() }}
FROM {{ ref('L', 'N') }} n
