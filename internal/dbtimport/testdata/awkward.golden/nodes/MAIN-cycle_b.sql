@id("42ce0cfb-f6b4-568c-a676-62ce84eccb70")
@nodeType("Stage")
@deployDisabled

select 1 as b from {{ ref('MAIN', 'cycle_a') }}
