@id("6da0b585-e467-5162-8d8c-05858fd02a89")
@nodeType("Incremental")
@deployDisabled

select 1 as id, 2 as day
