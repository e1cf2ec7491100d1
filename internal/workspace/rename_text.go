package workspace

import (
	"regexp"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/selector"
	"github.com/millrace/millrace/internal/sqltext"
)

// text rewrites the refs in SQL. It also rewrites aliases and qualifiers that equal the node's own name.
func (f *referenceRewriter) text(text string) string {
	isByName := f.isByName(text)
	if isByName {
		text = f.qualifiers(f.aliases(text))
	}
	return f.refText(text)
}

// isByName reports whether a text reads the node and uses its name as the alias, explicitly or by default.
func (f *referenceRewriter) isByName(text string) bool {
	if !f.isNameNew() {
		return false
	}
	for _, r := range sqltext.Refs(text) {
		if f.refersToNode(r) && (r.Alias.Text == "" || strings.EqualFold(r.Alias.Text, f.from.Name)) {
			return true
		}
	}
	return false
}

func (f *referenceRewriter) refersToNode(r sqltext.Ref) bool {
	return r.Literal && r.Location == f.from.Location && r.Node == f.from.Name
}

// literal matches a quoted text in Jinja.
var literal = regexp.MustCompile(`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`)

// refText rewrites the refs in a text and nothing else.
func (f *referenceRewriter) refText(text string) string {
	for _, r := range slices.Backward(sqltext.Refs(text)) { // from the end, so that offsets stay valid
		if !f.refersToNode(r) {
			continue
		}
		names := []string{f.to.Location, f.to.Name}
		if first := literal.FindString(r.Call.Of(text)); len(first) > 1 && first[1:len(first)-1] != f.from.Location {
			names[0], names[1] = names[1], names[0] // the arguments are named and in reverse order
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

// aliases rewrites the alias of a ref to the node if it is the node's own name.
func (f *referenceRewriter) aliases(text string) string {
	return f.replaceNames(text, func(tokens []sqltext.Token, i int) bool {
		before := i - 1
		if before >= 0 && strings.EqualFold(tokens[before].Of(text), "as") {
			before--
		}
		if before < 0 || tokens[before].Kind != sqltext.JinjaExpression {
			return false
		}
		refs := sqltext.Refs(tokens[before].Of(text))
		return len(refs) > 0 && f.refersToNode(refs[len(refs)-1])
	})
}

// qualifiers rewrites the qualifier of columns.
func (f *referenceRewriter) qualifiers(text string) string {
	return f.replaceNames(text, func(tokens []sqltext.Token, i int) bool {
		return i+1 < len(tokens) && tokens[i+1].Of(text) == "." && (i == 0 || tokens[i-1].Of(text) != ".")
	})
}

// replaceNames rewrites the names in SQL that equal the node's old name and meet a condition.
func (f *referenceRewriter) replaceNames(text string, matches func(tokens []sqltext.Token, i int) bool) string {
	var tokens []sqltext.Token
	for _, token := range sqltext.Tokens(text) {
		switch token.Kind {
		case sqltext.Space, sqltext.LineComment, sqltext.BlockComment, sqltext.JinjaComment:
		default:
			tokens = append(tokens, token)
		}
	}
	for i, token := range slices.Backward(tokens) {
		if next, isName := f.newName(token, text); isName && matches(tokens, i) {
			text = text[:token.Start] + next + text[token.End:]
		}
	}
	return text
}

// newName returns the replacement of a token that is the old name; false if it is not.
func (f *referenceRewriter) newName(token sqltext.Token, text string) (string, bool) {
	old := token.Of(text)
	switch {
	case token.Kind == sqltext.QuotedIdentifier && len(old) > 2 && old[1:len(old)-1] == f.from.Name:
		return old[:1] + f.to.Name + old[len(old)-1:], true
	case token.Kind == sqltext.Word && strings.EqualFold(old, f.from.Name):
		if projectfile.FileName(f.to.Name) == f.to.Name && !strings.Contains(f.to.Name, "-") {
			return f.to.Name, true
		}
		return f.quote(f.to.Name), true
	}
	return "", false
}

// selector rewrites the name in a selector, where it is alone or the value of name. It leaves patterns alone, and a
// name that another node also has.
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
