select 1 as id, {{ fine(1) }} as two, '{{ env_var("REGION", "north") }}' as region
