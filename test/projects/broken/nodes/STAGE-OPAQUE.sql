@id("3a7bd1a0-2033-5029-8127-e40efdc4dc1c")
@nodeType("32")
@owner("ann")

SELECT * FROM read_csv('orders.csv')
