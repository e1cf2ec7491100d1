select b from {{ ref('cycle_b') }}
