@id("4543990b-981f-576b-9bc1-482d30d4ca4b")
@nodeType("Stage")

select 1 as id @testNotNull, {{ fine(1) }} as two, '{{ env_var("REGION", "north") }}' as region
