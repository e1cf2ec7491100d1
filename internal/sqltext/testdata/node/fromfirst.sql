@id("1")
FROM {{ ref('L', 'N') }} n SELECT a, b AS c @pk WHERE d GROUP BY ALL
