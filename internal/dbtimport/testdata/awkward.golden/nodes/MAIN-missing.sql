@id("78b16697-8cf9-502f-96b9-4c66974108a7")
@nodeType("Stage")
@deployDisabled

select *
from {{ ref('MISSING', 'nowhere') }}
join {{ ref('MISSING', 'raw.nothing') }} using (id)
