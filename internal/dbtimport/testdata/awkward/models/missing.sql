select *
from {{ ref('nowhere') }}
join {{ source('raw', 'nothing') }} using (id)
