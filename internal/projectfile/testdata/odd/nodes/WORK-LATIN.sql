SELECT ÿ AS one
