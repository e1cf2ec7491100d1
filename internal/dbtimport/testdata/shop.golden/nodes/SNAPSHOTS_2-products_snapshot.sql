@id("d1bc7755-570f-5675-917b-48b327cdb750")
@nodeType("Snapshot")
@snapshotStrategy("check")
@changeTracking("label", "price_cents")
@uniqueKey("id")

select * from {{ ref('MAIN', 'raw_products') }}
