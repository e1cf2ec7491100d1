@id("7e0dbeb1-3c07-4f7c-b16f-2f3c40f7a5aa")
@nodeType("32")

SELECT 1 AS "ONE"
