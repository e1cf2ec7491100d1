@id("4dd008d6-166e-5fe9-b41e-8e29f9c41ddf")
@nodeType("Stage")
@deployDisabled

select b from {{ ref('MAIN', 'cycle_b') }}
