@id("b8443ec0-77e1-52f7-b1ae-cd58a5d91211")
@nodeType("Stage")

select * from {{ ref('RAW', 'events') }}
