select 1 as b from {{ ref('cycle_a') }}
