package jinja

// DescribeFilters describes the filters. A test compares it with the filters that exist.
func DescribeFilters() []Entry {
	return append(describeTextFilters(), describeListFilters()...)
}

// describeTextFilters describes the filters of texts and numbers.
func describeTextFilters() []Entry {
	return []Entry{
		{Name: "abs", Usage: "x | abs", Meaning: "The number without its sign.", Example: "{{ -3 | abs }}", Output: "3"},
		{Name: "capitalize", Usage: "x | capitalize", Meaning: "The first letter in upper case, the others in lower case.", Example: "{{ 'oRDER' | capitalize }}", Output: "Order"},
		{Name: "center", Usage: "x | center(width=80)", Meaning: "The text with spaces on both sides.", Example: "[{{ 'a' | center(5) }}]", Output: "[  a  ]"},
		{Name: "default", Aliases: []string{"d"}, Usage: "x | default(value='', boolean=false)", Meaning: "The value if x is undefined; with `true` also if x is empty, 0 or false.", Example: "{{ nothing | default('none') }}", Output: "none"},
		{Name: "escape", Aliases: []string{"e", "forceescape"}, Usage: "x | escape", Meaning: "The text with the characters of HTML replaced.", Example: "{{ '<' | escape }}", Output: "&lt;"},
		{Name: "filesizeformat", Usage: "x | filesizeformat(binary=false)", Meaning: "A number of bytes for people.", Example: "{{ 13000 | filesizeformat }}", Output: "13.0 kB"},
		{Name: "float", Usage: "x | float(default=0.0)", Meaning: "The number in a text, or the default.", Example: "{{ '1.5' | float }}", Output: "1.5"},
		{Name: "format", Usage: "x | format(values…)", Meaning: "Inserts values as `%` does in Python.", Example: "{{ '%s_%03d' | format('part', 7) }}", Output: "part_007"},
		{Name: "indent", Usage: "x | indent(width=4, first=false, blank=false)", Meaning: "Indents all lines but the first.", Example: "[{{ 'a\\nb' | indent(2) }}]", Output: "[a\n  b]"},
		{Name: "int", Usage: "x | int(default=0, base=10)", Meaning: "The whole number in a text or a number, or the default.", Example: "{{ '42' | int + 1 }}", Output: "43"},
		{Name: "lower", Usage: "x | lower", Meaning: "The text in lower case.", Example: "{{ 'ORDERS' | lower }}", Output: "orders"},
		{Name: "replace", Usage: "x | replace(old, new, count=none)", Meaning: "Replaces parts of the text.", Example: "{{ 'a-b' | replace('-', '_') }}", Output: "a_b"},
		{Name: "round", Usage: "x | round(precision=0, method='common')", Meaning: "Rounds; the method is `common`, `ceil` or `floor`.", Example: "{{ 2.45 | round(1, 'floor') }}", Output: "2.4"},
		{Name: "safe", Usage: "x | safe", Meaning: "The text itself; templates of SQL escape nothing by themselves.", Example: "{{ 'a' | safe }}", Output: "a"},
		{Name: "string", Usage: "x | string", Meaning: "The value as text.", Example: "{{ (1 | string) ~ '0' }}", Output: "10"},
		{Name: "striptags", Usage: "x | striptags", Meaning: "The text without tags of HTML.", Example: "{{ '<b>a</b>' | striptags }}", Output: "a"},
		{Name: "title", Usage: "x | title", Meaning: "Each word with its first letter in upper case.", Example: "{{ 'gross margin' | title }}", Output: "Gross Margin"},
		{Name: "tojson", Usage: "x | tojson(indent=none)", Meaning: "The value as JSON.", Example: "{{ [1, 2] | tojson }}", Output: "[1, 2]"},
		{Name: "trim", Usage: "x | trim(chars=none)", Meaning: "The text without white space, or these characters, at its ends.", Example: "[{{ ' a ' | trim }}]", Output: "[a]"},
		{Name: "truncate", Usage: "x | truncate(length=255, killwords=false, end='...', leeway=5)", Meaning: "Cuts a long text.", Example: "{{ 'abcdefghij' | truncate(5, true, '…', 0) }}", Output: "abcd…"},
		{Name: "upper", Usage: "x | upper", Meaning: "The text in upper case.", Example: "{{ 'orders' | upper }}", Output: "ORDERS"},
		{Name: "urlencode", Usage: "x | urlencode", Meaning: "The text, or the pairs of a dict, for a URL.", Example: "{{ 'a b' | urlencode }}", Output: "a%20b"},
		{Name: "wordcount", Usage: "x | wordcount", Meaning: "The number of words.", Example: "{{ 'one two' | wordcount }}", Output: "2"},
		{Name: "wordwrap", Usage: "x | wordwrap(width=79, break_long_words=true, wrapstring=none, break_on_hyphens=true)", Meaning: "Breaks a text into lines.", Example: "{{ 'ab cd' | wordwrap(2) }}", Output: "ab\ncd"},
	}
}

// describeListFilters describes the filters of lists and dicts.
func describeListFilters() []Entry {
	return []Entry{
		{Name: "attr", Usage: "x | attr(name)", Meaning: "The attribute with this name; not an item of a dict.", Example: "{{ 'a' | attr('nothing') is undefined }}", Output: "True"},
		{Name: "batch", Usage: "x | batch(size, fill=none)", Meaning: "The items in lists of this size.", Example: "{{ [1, 2, 3] | batch(2) | list }}", Output: "[[1, 2], [3]]"},
		{Name: "dictsort", Usage: "x | dictsort(case_sensitive=false, by='key', reverse=false)", Meaning: "The pairs of a dict, sorted.", Example: "{{ {'b': 1, 'a': 2} | dictsort }}", Output: "[('a', 2), ('b', 1)]"},
		{Name: "first", Usage: "x | first", Meaning: "The first item.", Example: "{{ [1, 2] | first }}", Output: "1"},
		{Name: "groupby", Usage: "x | groupby(attribute, default=none, case_sensitive=false)", Meaning: "The items by the value of an attribute.", Example: "{% for g in [{'t': 1, 'n': 'a'}, {'t': 1, 'n': 'b'}] | groupby('t') %}{{ g.grouper }}: {{ g.list | map(attribute='n') | join(' ') }}{% endfor %}", Output: "1: a b"},
		{Name: "items", Usage: "x | items", Meaning: "The pairs of a dict.", Example: "{{ {'a': 1} | items | list }}", Output: "[('a', 1)]"},
		{Name: "join", Usage: "x | join(sep='', attribute=none)", Meaning: "The items as one text.", Example: "{{ ['a', 'b'] | join(', ') }}", Output: "a, b"},
		{Name: "last", Usage: "x | last", Meaning: "The last item.", Example: "{{ [1, 2] | last }}", Output: "2"},
		{Name: "length", Aliases: []string{"count"}, Usage: "x | length", Meaning: "The number of items, or of characters.", Example: "{{ [1, 2] | length }}", Output: "2"},
		{Name: "list", Usage: "x | list", Meaning: "The items as a list.", Example: "{{ 'ab' | list }}", Output: "['a', 'b']"},
		{Name: "map", Usage: "x | map(filter, …), x | map(attribute='name')", Meaning: "Each item through a filter, or an attribute of each item.", Example: "{{ ['a', 'b'] | map('upper') | join }}", Output: "AB"},
		{Name: "max", Usage: "x | max(case_sensitive=false, attribute=none)", Meaning: "The largest item.", Example: "{{ [1, 3, 2] | max }}", Output: "3"},
		{Name: "min", Usage: "x | min(case_sensitive=false, attribute=none)", Meaning: "The smallest item.", Example: "{{ [1, 3, 2] | min }}", Output: "1"},
		{Name: "reject", Usage: "x | reject(test, …)", Meaning: "The items for which a test is false.", Example: "{{ [1, 2, 3] | reject('odd') | list }}", Output: "[2]"},
		{Name: "rejectattr", Usage: "x | rejectattr(attribute, test=none, …)", Meaning: "The items whose attribute is false, or does not pass a test.", Example: "{{ [{'n': 1}, {'n': 0}] | rejectattr('n') | list }}", Output: "[{'n': 0}]"},
		{Name: "reverse", Usage: "x | reverse", Meaning: "The items, or the characters, from the last to the first.", Example: "{{ 'abc' | reverse }}", Output: "cba"},
		{Name: "select", Usage: "x | select(test, …)", Meaning: "The items for which a test is true.", Example: "{{ [1, 2, 3] | select('odd') | list }}", Output: "[1, 3]"},
		{Name: "selectattr", Usage: "x | selectattr(attribute, test=none, …)", Meaning: "The items whose attribute is true, or passes a test.", Example: "{{ [{'n': 1}, {'n': 2}] | selectattr('n', 'gt', 1) | list }}", Output: "[{'n': 2}]"},
		{Name: "slice", Usage: "x | slice(slices, fill=none)", Meaning: "The items in this number of lists.", Example: "{{ [1, 2, 3] | slice(2) | list }}", Output: "[[1, 2], [3]]"},
		{Name: "sort", Usage: "x | sort(reverse=false, case_sensitive=false, attribute=none)", Meaning: "The items, sorted.", Example: "{{ [2, 1] | sort }}", Output: "[1, 2]"},
		{Name: "sum", Usage: "x | sum(attribute=none, start=0)", Meaning: "The sum of the items.", Example: "{{ [1, 2] | sum }}", Output: "3"},
		{Name: "unique", Usage: "x | unique(case_sensitive=false, attribute=none)", Meaning: "Each item once.", Example: "{{ [1, 2, 1] | unique | list }}", Output: "[1, 2]"},
	}
}
