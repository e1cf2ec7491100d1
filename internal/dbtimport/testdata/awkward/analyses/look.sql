select count(*) from {{ ref('good') }}
