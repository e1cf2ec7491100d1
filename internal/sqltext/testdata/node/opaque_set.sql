{% set days = 7 %}
@id("1")
SELECT a FROM t WHERE b > {{ days }}
