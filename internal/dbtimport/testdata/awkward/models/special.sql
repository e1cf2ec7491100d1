{{ config(materialized='special') }}
select 1 as x
