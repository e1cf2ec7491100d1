@id("4543990b-981f-576b-9bc1-482d30d4ca4b")
@nodeType("Stage")
@testSQL("id: not_null", "SELECT *\nFROM {{ this }} AS tested\nWHERE id IS NULL", true)

select 1 as id, {{ fine(1) }} as two, '{{ env_var("REGION", "north") }}' as region
