@id("unclosed)
@name(a, 'b')
@list("x" "y")
@comma("x",)
@sign(-)
@jinja({{ x }})
@gap ("z")
@fine( "a" , /* comment */ 'b' )
SELECT a @open("x" AS b, c
FROM t
