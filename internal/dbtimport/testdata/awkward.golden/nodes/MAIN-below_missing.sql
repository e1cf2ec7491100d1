@id("3e36132c-6fb6-57bd-b8b1-f2a437e8cef3")
@nodeType("Stage")
@deployDisabled

select * from {{ ref('MAIN', 'missing') }}
