@id("4")
@nodeType("Stage")
@truncateBefore(false)

-- An older version also read {{ ref('RAW', 'GONE') }}.
SELECT *
FROM {{ ref('RAW', 'ORDERS') }} AS o
/* JOIN {{ ref('RAW', 'VISITS') }} AS v ON v.id = o.id */
WHERE o.amount > 0 -- not {{ ref('RAW', 'COUNTRIES') }}
