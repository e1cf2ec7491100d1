select * from {{ ref('good') }} where id in ({{ list_countries() | join(',') }})
