@id("d4312cc3-3668-5cfb-87a2-5f7b68b4cc58")
@nodeType("Incremental")
@description("Products as they are now.")
@strategy("merge")
@uniqueKey("id")
@watermark("changed_at")
@testSQL("id: unique", "SELECT id, COUNT(*) AS row_count\nFROM {{ this }} AS tested\nWHERE id IS NOT NULL\nGROUP BY id\nHAVING COUNT(*) > 1")
@testSQL("id: not_null", "SELECT *\nFROM {{ this }} AS tested\nWHERE id IS NULL")

select * from {{ ref('MAIN', 'raw_products') }}
