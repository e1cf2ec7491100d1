package jinja

// DescribeTests describes the tests, which follow the word "is". A test compares it with the tests that exist.
func DescribeTests() []Entry {
	return []Entry{
		{Name: "boolean", Usage: "x is boolean", Meaning: "x is true or false.", Example: "{{ true is boolean }}", Output: "True"},
		{Name: "callable", Usage: "x is callable", Meaning: "x can be called: a function or a macro.", Example: "{{ range is callable }}", Output: "True"},
		{Name: "defined", Usage: "x is defined", Meaning: "x exists.", Example: "{{ nothing is defined }}", Output: "False"},
		{Name: "divisibleby", Usage: "x is divisibleby(num)", Meaning: "The number has no remainder.", Example: "{{ 6 is divisibleby(3) }}", Output: "True"},
		{Name: "eq", Aliases: []string{"==", "equalto"}, Usage: "x is eq(y)", Meaning: "x equals y.", Example: "{{ 1 is eq(1) }}", Output: "True"},
		{Name: "escaped", Usage: "x is escaped", Meaning: "Always false: templates of SQL escape nothing by themselves.", Example: "{{ 'a' is escaped }}", Output: "False"},
		{Name: "even", Usage: "x is even", Meaning: "The number is even.", Example: "{{ 2 is even }}", Output: "True"},
		{Name: "false", Usage: "x is false", Meaning: "x is the value false.", Example: "{{ 0 is false }}", Output: "False"},
		{Name: "filter", Usage: "x is filter", Meaning: "A filter has this name.", Example: "{{ 'upper' is filter }}", Output: "True"},
		{Name: "float", Usage: "x is float", Meaning: "x is a number with a point.", Example: "{{ 1.0 is float }}", Output: "True"},
		{Name: "ge", Aliases: []string{">="}, Usage: "x is ge(y)", Meaning: "x is y or larger.", Example: "{{ 2 is ge(2) }}", Output: "True"},
		{Name: "gt", Aliases: []string{">", "greaterthan"}, Usage: "x is gt(y)", Meaning: "x is larger than y.", Example: "{{ 2 is gt(2) }}", Output: "False"},
		{Name: "in", Usage: "x is in(list)", Meaning: "x is one of the items.", Example: "{{ 1 is in([1, 2]) }}", Output: "True"},
		{Name: "integer", Usage: "x is integer", Meaning: "x is a whole number.", Example: "{{ 1 is integer }}", Output: "True"},
		{Name: "iterable", Usage: "x is iterable", Meaning: "A loop can visit the items of x.", Example: "{{ 'ab' is iterable }}", Output: "True"},
		{Name: "le", Aliases: []string{"<="}, Usage: "x is le(y)", Meaning: "x is y or smaller.", Example: "{{ 2 is le(2) }}", Output: "True"},
		{Name: "lower", Usage: "x is lower", Meaning: "The text is in lower case.", Example: "{{ 'a' is lower }}", Output: "True"},
		{Name: "lt", Aliases: []string{"<", "lessthan"}, Usage: "x is lt(y)", Meaning: "x is smaller than y.", Example: "{{ 1 is lt(2) }}", Output: "True"},
		{Name: "mapping", Usage: "x is mapping", Meaning: "x is a dict.", Example: "{{ {} is mapping }}", Output: "True"},
		{Name: "ne", Aliases: []string{"!="}, Usage: "x is ne(y)", Meaning: "x does not equal y.", Example: "{{ 1 is ne(2) }}", Output: "True"},
		{Name: "none", Usage: "x is none", Meaning: "x is none.", Example: "{{ none is none }}", Output: "True"},
		{Name: "number", Usage: "x is number", Meaning: "x is a number.", Example: "{{ '1' is number }}", Output: "False"},
		{Name: "odd", Usage: "x is odd", Meaning: "The number is odd.", Example: "{{ 2 is odd }}", Output: "False"},
		{Name: "sameas", Usage: "x is sameas(y)", Meaning: "x and y are the same object; numbers, texts and flags are the same if they have one type and are equal.", Example: "{{ 1 is sameas(true) }}", Output: "False"},
		{Name: "sequence", Usage: "x is sequence", Meaning: "x has a length and items: a list, a text, a dict.", Example: "{{ [1] is sequence }}", Output: "True"},
		{Name: "string", Usage: "x is string", Meaning: "x is a text.", Example: "{{ 'a' is string }}", Output: "True"},
		{Name: "test", Usage: "x is test", Meaning: "A test has this name.", Example: "{{ 'odd' is test }}", Output: "True"},
		{Name: "true", Usage: "x is true", Meaning: "x is the value true.", Example: "{{ true is true }}", Output: "True"},
		{Name: "undefined", Usage: "x is undefined", Meaning: "x does not exist.", Example: "{{ nothing is undefined }}", Output: "True"},
		{Name: "upper", Usage: "x is upper", Meaning: "The text is in upper case.", Example: "{{ 'A' is upper }}", Output: "True"},
	}
}
