@id("1")
SELECT f(a AS b FROM {{ ref('L', 'N') }}
