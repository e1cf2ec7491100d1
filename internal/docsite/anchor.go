package docsite

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
)

// anchors creates the ids of the headings of a document by the rule that code hosts use, so that a link to a heading works
// there and here.
type anchors struct{ used map[string]bool }

// Generate returns the id of a heading: lower case, without punctuation, with - for spaces, and with a number if another
// heading has the same.
func (a *anchors) Generate(value []byte, _ ast.NodeKind) []byte {
	base := anchorOf(string(value))
	id := base
	for i := 1; a.used[id]; i++ {
		id = base + "-" + strconv.Itoa(i)
	}
	a.used[id] = true
	return []byte(id)
}

// Put reserves an id.
func (a *anchors) Put(value []byte) { a.used[string(value)] = true }

func anchorOf(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_':
			return unicode.ToLower(r)
		case r == ' ':
			return '-'
		default:
			return -1
		}
	}, strings.TrimSpace(text))
}
