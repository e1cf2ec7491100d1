@id("2db58150-cd1f-50dd-b595-166535381a95")
@nodeType("Stage")
@deployDisabled

/*
def model(dbt, session):
    dbt.config(materialized="table")
    return dbt.ref("good")

*/
SELECT 1 AS nothing
