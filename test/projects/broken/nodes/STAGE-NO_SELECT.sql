@id("bf9ef9ca-9e09-537c-a38f-ee398a839c8a")
@nodeType("32")
@owner("ann")

DELETE FROM {{ ref('RAW', 'ORDERS') }}
