package dbtimport

import "slices"

// name is a dotted name in Jinja code: adapter.dispatch, this.schema, ref.
type name struct {
	span

	parts []string
	call  *call // nil if it is not called
	// follows is the word before it: the name of a macro that is defined is not a use of it.
	follows string
}

// call is the part of a name from ( to ).
type call struct {
	span

	arguments []argument
}

// argument is an argument of a call.
type argument struct {
	span

	name      string // of name=value
	text      string // of a string
	isLiteral bool   // it is one string
}

// literals returns the positional arguments if they are all strings.
func (c *call) literals() ([]string, bool) {
	var list []string
	for _, a := range c.arguments {
		if a.name != "" {
			continue
		}
		if !a.isLiteral {
			return nil, false
		}
		list = append(list, a.text)
	}
	return list, true
}

// names returns the names in a part of a text, also those inside of arguments.
func names(text string, in span) []name {
	tokens := slices.Collect(tokensOf(text, in))
	var found []name
	for i := 0; i < len(tokens); i++ {
		before := ""
		if i > 0 {
			before = tokens[i-1].of(text)
		}
		if !tokens[i].isWord || before == "." || before == "|" || isArgumentName(text, tokens, i) {
			continue
		}
		n, length := readName(text, tokens[i:])
		n.follows = before
		found = append(found, n)
		i += length - 1
	}
	return found
}

// readName reads a name with its parts and its call. It returns the number of tokens of its parts.
func readName(text string, tokens []token) (n name, length int) {
	n = name{span: tokens[0].span, parts: []string{tokens[0].of(text)}}
	last := 0
	for last+2 < len(tokens) && tokens[last+1].of(text) == "." && tokens[last+2].isWord {
		last += 2
		n.parts = append(n.parts, tokens[last].of(text))
		n.end = tokens[last].end
	}
	if last+1 < len(tokens) && tokens[last+1].of(text) == "(" {
		n.call = readCall(text, tokens[last+1:])
	}
	return n, last + 1
}

// isArgumentName reports whether the token at a position is the name of an argument: name=value.
func isArgumentName(text string, tokens []token, at int) bool {
	if at == 0 || at+1 >= len(tokens) || tokens[at+1].of(text) != "=" || isComparison(text, tokens, at+1) {
		return false
	}
	before := tokens[at-1].of(text)
	return before == "(" || before == ","
}

// isComparison reports whether the mark at a position is the first of ==.
func isComparison(text string, tokens []token, at int) bool {
	return at+1 < len(tokens) && tokens[at+1].of(text) == "=" && tokens[at+1].start == tokens[at].end
}

// readCall reads the arguments of a call; nil if it is not closed.
func readCall(text string, tokens []token) *call {
	c := &call{span: span{tokens[0].start, 0}}
	depth, first := 0, 1
	for i, t := range tokens {
		switch t.of(text) {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		}
		if depth == 1 && t.of(text) == "," || depth == 0 {
			if i > first {
				c.arguments = append(c.arguments, readArgument(text, tokens[first:i]))
			}
			first = i + 1
		}
		if depth == 0 {
			c.end = t.end
			return c
		}
	}
	return nil
}

func readArgument(text string, tokens []token) argument {
	a := argument{span: span{tokens[0].start, tokens[len(tokens)-1].end}}
	if len(tokens) > 2 && tokens[0].isWord && tokens[1].of(text) == "=" && !isComparison(text, tokens, 1) {
		a.name = tokens[0].of(text)
		tokens = tokens[2:]
		a.start = tokens[0].start
	}
	if len(tokens) == 1 && tokens[0].isString {
		a.isLiteral, a.text = true, unquote(tokens[0].of(text))
	}
	return a
}

// edit replaces a part of a text.
type edit struct {
	span

	text string
}

// applyEdits returns the text with all edits. Of edits that overlap, the outer one counts.
func applyEdits(text string, edits []edit) string {
	slices.SortStableFunc(edits, func(a, b edit) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return b.end - a.end
	})
	var out []byte
	at := 0
	for _, e := range edits {
		if e.start < at {
			continue
		}
		out = append(append(out, text[at:e.start]...), e.text...)
		at = e.end
	}
	return string(append(out, text[at:]...))
}
