@id("3fd0e512-16d9-5137-bd20-83ac72fb133e")
@nodeType("Snapshot")
@snapshotStrategy("timestamp", "updated_at")
@uniqueKey("id")
@invalidateHardDeletes

select id, first_name, email, updated_at from {{ ref('MAIN', 'raw_customers') }}
