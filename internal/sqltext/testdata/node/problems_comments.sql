-- @id("in a comment")
/* @nodeType("x")
 * @deployDisabled
 * write to someone@example.com, @see the manual
 */
@id("1")
SELECT a @notNull -- @isBusinessKey
FROM t -- @description("no")
