@id("74691184-acf9-5a04-9021-6c38b4fd8e4a")
@nodeType("Stage")
@deployDisabled

select * from {{ ref('MARTS', 'orders') }} where status = 'returned'
