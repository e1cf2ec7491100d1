package refresh

import (
	"slices"
	"strings"
	"unicode"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/sqltext"
)

// fileSearch looks for what SQL reads by itself: files, other databases, and whatever a function gives. No run knows whether
// that changed, so whoever reads it is built. Taking something else for a file costs a build, no more; the other way round
// the data would be old. Therefore everything counts as a file that is not surely something else.
type fileSearch struct {
	tables map[string]bool // names as the SQL of nodes has them, which are tables whatever they look like
	byName bool            // FROM x.csv reads a file
}

func newFileSearch(c *compiler.Compilation) fileSearch {
	search := fileSearch{tables: map[string]bool{}, byName: c.Renderer.Dialect().Capabilities().ReadsFiles}
	for _, n := range c.Nodes() {
		search.tables[c.Renderer.Name(n.Ref())] = true
	}
	return search
}

// inStages reports whether statements seem to read files.
func (s fileSearch) inStages(stages []plan.Stage) bool {
	return slices.ContainsFunc(stages, func(stage plan.Stage) bool { return s.in(stage.SQL) })
}

// inViews reports whether views seem to read files. What reads such a view reads the files.
func (s fileSearch) inViews(views []*compiler.Node) bool {
	return slices.ContainsFunc(views, func(view *compiler.Node) bool {
		return view.Create != nil && slices.ContainsFunc(view.Create.Stages, func(stage render.Stage) bool { return s.in(stage.SQL) })
	})
}

func (s fileSearch) in(text string) bool {
	tokens, isClear := significant(text)
	if !isClear {
		return true
	}
	walk := fileWalk{fileSearch: s, text: text, tokens: tokens, clauses: make([]clause, 1)}
	for walk.at < len(tokens) {
		if walk.step() {
			return true
		}
	}
	return false
}

// significant gives the tokens of a statement without white space and comments; false when an engine may divide the text
// otherwise than we do, and something could hide in what we take for a literal.
func significant(text string) (tokens []sqltext.Token, isClear bool) {
	if strings.Contains(text, "{{") || strings.Contains(text, "{%") || strings.Contains(text, "{#") {
		return nil, false // our scanner takes them for Jinja
	}
	scanner := sqltext.NewScanner(text)
	for token, ok := scanner.Next(); ok; token, ok = scanner.Next() {
		if token.Unterminated || token.Kind == sqltext.AnnotationName || isDoubtful(token.Kind, text[token.Start:token.End]) {
			return nil, false
		}
		if token.Kind != sqltext.Space && token.Kind != sqltext.LineComment && token.Kind != sqltext.BlockComment {
			tokens = append(tokens, token)
		}
	}
	return tokens, true
}

// isDoubtful reports whether engines disagree about where a token ends: at a quote behind a backslash, and at white space
// beyond ASCII.
func isDoubtful(kind sqltext.Kind, token string) bool {
	switch kind {
	case sqltext.String:
		return token[0] == '\'' && strings.Contains(token[:len(token)-1], `\'`)
	case sqltext.Word:
		return strings.ContainsFunc(token, func(r rune) bool { return r > unicode.MaxASCII && !unicode.In(r, unicode.L, unicode.M, unicode.N) })
	default:
		return false
	}
}
