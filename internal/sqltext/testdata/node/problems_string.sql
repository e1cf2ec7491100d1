@id("1")
SELECT 'open AS b FROM {{ ref('L', 'N') }}
