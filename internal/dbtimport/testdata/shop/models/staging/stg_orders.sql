with source as (

    {#- The seed is read directly. -#}
    select * from {{ ref('raw_orders') }}

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
