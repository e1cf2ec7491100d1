package portability

import (
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// Finding is something in a text that an engine does not have.
type Finding struct {
	What   string // as an error names it, such as "function NVL"
	Offset int    // in the text
	Hint   string // what to write instead
}

// Checker finds what an engine does not have. It is safe for concurrent use.
type Checker struct {
	kind      string
	functions map[string][]function // by name
	words     map[string]word
	types     map[string]dataType
}

// NewChecker returns the checker of an engine kind.
func NewChecker(kind string) *Checker {
	c := &Checker{strings.ToLower(kind), map[string][]function{}, map[string]word{}, map[string]dataType{}}
	for _, f := range functions() {
		c.functions[f.name] = append(c.functions[f.name], f)
	}
	for _, w := range words() {
		c.words[w.name] = w
	}
	for _, t := range dataTypes() {
		c.types[t.name] = t
	}
	return c
}

// Text returns what a text in SQL contains that the engine does not have, in the order of the text. It reads also texts with Jinja,
// and leaves out what Jinja contains.
func (c *Checker) Text(text string) []Finding {
	var found []Finding
	tokens := significant(text)
	for i, token := range tokens {
		if token.Kind != sqltext.Word && token.Kind != sqltext.Operator || i > 0 && tokens[i-1].Of(text) == "." {
			continue
		}
		name := strings.ToUpper(token.Of(text))
		if w, ok := c.words[name]; ok {
			if form, known := w.forms.on(c.kind); known && form == "" {
				found = append(found, Finding{What: name, Offset: token.Start, Hint: w.note})
			}
			continue
		}
		if candidates := c.functions[name]; len(candidates) > 0 && i+1 < len(tokens) && tokens[i+1].Of(text) == "(" {
			if f, ok := c.call(candidates, arguments(text, tokens[i+1:])); ok {
				f.Offset = token.Start
				found = append(found, f)
			}
		}
	}
	return found
}

// call returns the finding of a call, if the engine does not have the function with these arguments.
func (c *Checker) call(candidates []function, given []string) (Finding, bool) {
	for _, f := range candidates {
		if f.arguments >= 0 && f.arguments != len(given) {
			continue
		}
		form, known := f.forms.on(c.kind)
		if !known || form == same {
			return Finding{}, false
		}
		hint := f.note
		if form != "" {
			hint = strings.TrimSpace("Write " + fill(form, given) + ". " + f.note)
		}
		return Finding{What: "function " + f.name, Hint: hint}, true
	}
	return Finding{}, false
}

// Type returns the finding of a type of a column, if the engine does not have it.
func (c *Checker) Type(written string) (Finding, bool) {
	name, _, _ := strings.Cut(strings.ToUpper(strings.TrimSpace(written)), "(")
	name, _, _ = strings.Cut(strings.TrimSpace(name), " ")
	t, ok := c.types[name]
	if !ok {
		return Finding{}, false
	}
	form, known := t.forms.on(c.kind)
	switch {
	case !known || form == same:
		return Finding{}, false
	case form == "":
		return Finding{What: "type " + name, Hint: "Store the value in columns of other types, or as text."}, true
	}
	return Finding{What: "type " + name, Hint: "Use " + form + "."}, true
}

// significant returns the tokens of a text without white space and comments.
func significant(text string) []sqltext.Token {
	all := sqltext.Tokens(text)
	kept := all[:0]
	for _, token := range all {
		switch token.Kind {
		case sqltext.Space, sqltext.LineComment, sqltext.BlockComment, sqltext.JinjaComment:
		default:
			kept = append(kept, token)
		}
	}
	return kept
}

// arguments returns the arguments of a call whose tokens begin with its bracket.
func arguments(text string, tokens []sqltext.Token) []string {
	var list []string
	depth, start := 0, tokens[0].End
	for _, token := range tokens {
		if token.Kind != sqltext.Operator {
			continue
		}
		switch token.Of(text) {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				if last := strings.TrimSpace(text[start:token.Start]); last != "" || len(list) > 0 {
					list = append(list, last)
				}
				return list
			}
		case ",":
			if depth == 1 {
				list = append(list, strings.TrimSpace(text[start:token.Start]))
				start = token.End
			}
		}
	}
	return list // the text ends too early
}
