package workspace

import (
	"regexp"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/selector"
	"github.com/millrace/millrace/internal/sqltext"
)

// text changes the refs in SQL, and the names by which SQL calls what was read if these are the node's own name.
func (f *referenceRewriter) text(text string) string {
	isByName := f.isByName(text)
	if isByName {
		text = f.qualifiers(f.aliases(text))
	}
	return f.refText(text)
}

// isByName reports whether a text reads the node and calls it by its name, with or without an alias that says so.
func (f *referenceRewriter) isByName(text string) bool {
	if !f.isNameNew() {
		return false
	}
	for _, r := range sqltext.Refs(text) {
		if f.isMeant(r) && (r.Alias.Text == "" || strings.EqualFold(r.Alias.Text, f.from.Name)) {
			return true
		}
	}
	return false
}

func (f *referenceRewriter) isMeant(r sqltext.Ref) bool {
	return r.Literal && r.Location == f.from.Location && r.Node == f.from.Name
}

// literal is a text in quotes, in Jinja.
var literal = regexp.MustCompile(`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`)

// refText changes the refs in a text and nothing else.
func (f *referenceRewriter) refText(text string) string {
	for _, r := range slices.Backward(sqltext.Refs(text)) { // from the end, so that places stay
		if !f.isMeant(r) {
			continue
		}
		names := []string{f.to.Location, f.to.Name}
		if first := literal.FindString(r.Call.Of(text)); len(first) > 1 && first[1:len(first)-1] != f.from.Location {
			names[0], names[1] = names[1], names[0] // the arguments are named, and the other way round
		}
		call := literal.ReplaceAllStringFunc(r.Call.Of(text), func(old string) string {
			if len(names) == 0 {
				return old
			}
			next := names[0]
			names = names[1:]
			return old[:1] + next + old[:1]
		})
		text = text[:r.Call.Start] + call + text[r.Call.End:]
	}
	return text
}

// aliases changes the name behind a ref to the node, if it is the node's own.
func (f *referenceRewriter) aliases(text string) string {
	return f.words(text, func(words []sqltext.Token, i int) bool {
		before := i - 1
		if before >= 0 && strings.EqualFold(words[before].Of(text), "as") {
			before--
		}
		if before < 0 || words[before].Kind != sqltext.JinjaExpression {
			return false
		}
		refs := sqltext.Refs(words[before].Of(text))
		return len(refs) > 0 && f.isMeant(refs[len(refs)-1])
	})
}

// qualifiers changes the name in front of columns.
func (f *referenceRewriter) qualifiers(text string) string {
	return f.words(text, func(words []sqltext.Token, i int) bool {
		return i+1 < len(words) && words[i+1].Of(text) == "." && (i == 0 || words[i-1].Of(text) != ".")
	})
}

// words changes the names in SQL that are the node's old one and for which a condition holds.
func (f *referenceRewriter) words(text string, holds func(words []sqltext.Token, i int) bool) string {
	var words []sqltext.Token
	for _, token := range sqltext.Tokens(text) {
		switch token.Kind {
		case sqltext.Space, sqltext.LineComment, sqltext.BlockComment, sqltext.JinjaComment:
		default:
			words = append(words, token)
		}
	}
	for i, word := range slices.Backward(words) {
		if next, isName := f.renamed(word, text); isName && holds(words, i) {
			text = text[:word.Start] + next + text[word.End:]
		}
	}
	return text
}

// renamed is the new name in the place of a word that is the old one.
func (f *referenceRewriter) renamed(word sqltext.Token, text string) (string, bool) {
	old := word.Of(text)
	switch {
	case word.Kind == sqltext.QuotedIdentifier && len(old) > 2 && old[1:len(old)-1] == f.from.Name:
		return old[:1] + f.to.Name + old[len(old)-1:], true
	case word.Kind == sqltext.Word && strings.EqualFold(old, f.from.Name):
		if projectfile.FileName(f.to.Name) == f.to.Name && !strings.Contains(f.to.Name, "-") {
			return f.to.Name, true
		}
		return f.quote(f.to.Name), true
	}
	return "", false
}

// selector changes the name in a selector, where it stands alone or as the value of name. Patterns are left alone, and so is
// a name that another node has, too.
func (f *referenceRewriter) selector(text string) string {
	if !f.isNameNew() || !strings.Contains(strings.ToLower(text), strings.ToLower(f.from.Name)) {
		return text
	}
	for _, n := range f.view.Compilation.Nodes() {
		if n.ID != f.node && strings.EqualFold(n.Name, f.from.Name) {
			return text
		}
	}
	name := regexp.QuoteMeta(f.from.Name)
	pattern := regexp.MustCompile(`(?i)(\{\s*|\bname\s*:\s*)("` + name + `"|'` + name + `'|` + name + `)([\s,{}]|$)`)
	value := f.to.Name
	if projectfile.FileName(value) != value {
		value = `"` + value + `"`
	}
	next := pattern.ReplaceAllString(text, "${1}"+strings.ReplaceAll(value, "$", "$$")+"${3}")
	if _, _, err := selector.Parse(next); err != nil {
		return text
	}
	return next
}
