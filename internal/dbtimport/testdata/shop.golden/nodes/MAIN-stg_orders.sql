@id("3acd1891-4c28-5ca1-832d-69e9f282ac58")
@nodeType("View")
@description("Orders with the names of the project.\n\nColumns:\n- status: One of *placed*, *completed* and *returned*.")
@testSQL("order_id: unique", "SELECT order_id, COUNT(*) AS row_count\nFROM {{ this }} AS tested\nWHERE order_id IS NOT NULL\nGROUP BY order_id\nHAVING COUNT(*) > 1")
@testSQL("order_id: not_null", "SELECT *\nFROM {{ this }} AS tested\nWHERE order_id IS NULL")
@testSQL("customer_id: relationships", "SELECT child.*\nFROM {{ this }} AS child\nWHERE child.customer_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM {{ ref('MAIN', 'stg_customers') }} AS parent WHERE parent.customer_id = child.customer_id)")
@testSQL("status: accepted_values", "SELECT *\nFROM {{ this }} AS tested\nWHERE status NOT IN ('placed', 'completed', 'returned')")
@testSQL("status: not_null", "SELECT *\nFROM (SELECT * FROM {{ this }} WHERE order_id > 1) AS tested\nWHERE status IS NULL", true)
@testSQL("orders_are_paid", "-- every order has a payment\nselect o.order_id\nfrom {{ ref('MAIN', 'stg_orders') }} as o\nleft join {{ ref('MAIN', 'stg_payments') }} as p on p.order_id = o.order_id\nwhere p.order_id is null")

with source as (

    {#- The seed is read directly. -#}
    select * from {{ ref('MAIN', 'raw_orders') }}

),

renamed as (

    select
        id as order_id,
        user_id as customer_id,
        order_date,
        status
    from source

)

select * from renamed
