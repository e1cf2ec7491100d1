SELECT 1 AS one, 'a' two, current_date AS today WHERE true LIMIT 1
