@id("cf1653be-0c2b-538f-a760-7a79ae938f3f")
@nodeType("View")
@deployDisabled

select 1 as x
