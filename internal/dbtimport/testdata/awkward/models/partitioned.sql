{{ config(materialized='incremental', incremental_strategy='insert_overwrite', partition_by='day') }}
select 1 as id, 2 as day
