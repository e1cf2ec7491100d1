@id("7d3f8c0e-5a51-4a3e-9f0c-2b6f3c1d9a77")
@nodeType("Stage")

SELECT 1 AS amount, 2 AS AMOUNT
