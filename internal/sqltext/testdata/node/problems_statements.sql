SELECT a FROM t;
; -- nothing
SELECT b FROM u;
