select * from {{ ref('missing') }}
