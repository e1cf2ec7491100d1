package refresh

import (
	"slices"
	"strings"
	"unicode"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// fileSearch searches SQL for reads of files, other databases and unknown functions. A run cannot know whether these changed, so
// a node that reads them is always built. A false positive costs one build; a false negative leaves old data. So everything
// counts as a file unless it is certainly something else.
type fileSearch struct {
	tables map[string]bool           // names of nodes in SQL, which are tables even if they look like file names
	byName bool                      // FROM x.csv reads a file
	views  map[transform.NodeID]bool // whether a view reads files, as far as it is known: many nodes may read one view
}

func newFileSearch(c *compiler.Compilation) fileSearch {
	search := fileSearch{tables: map[string]bool{}, byName: c.Renderer.Dialect().Capabilities().ReadsFiles, views: map[transform.NodeID]bool{}}
	for _, n := range c.Nodes() {
		search.tables[c.Renderer.Name(n.Ref())] = true
	}
	return search
}

// inStages reports whether statements seem to read files.
func (s fileSearch) inStages(stages []plan.Stage) bool {
	return slices.ContainsFunc(stages, func(stage plan.Stage) bool { return s.in(stage.SQL) })
}

// inViews reports whether views seem to read files. A node that reads such a view reads the files.
func (s fileSearch) inViews(views []*compiler.Node) bool {
	return slices.ContainsFunc(views, func(view *compiler.Node) bool {
		reads, isKnown := s.views[view.ID]
		if !isKnown {
			reads = view.Create != nil && slices.ContainsFunc(view.Create.Stages, func(stage render.Stage) bool { return s.in(stage.SQL) })
			s.views[view.ID] = reads
		}
		return reads
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

// significant returns the tokens of a statement without white space and comments. It returns false if an engine may split the
// text differently, because a file name could be hidden in what our scanner reads as a literal.
func significant(text string) (tokens []sqltext.Token, isClear bool) {
	if strings.Contains(text, "{{") || strings.Contains(text, "{%") || strings.Contains(text, "{#") {
		return nil, false // our scanner reads them as Jinja
	}
	scanner := sqltext.NewScanner(text)
	for token, ok := scanner.Next(); ok; token, ok = scanner.Next() {
		if token.Unterminated || token.Kind == sqltext.AnnotationName || isAmbiguous(token.Kind, text[token.Start:token.End]) {
			return nil, false
		}
		if token.Kind != sqltext.Space && token.Kind != sqltext.LineComment && token.Kind != sqltext.BlockComment {
			tokens = append(tokens, token)
		}
	}
	return tokens, true
}

// isAmbiguous reports whether engines disagree about where a token ends: at a quote behind a backslash, and at white space
// beyond ASCII.
func isAmbiguous(kind sqltext.Kind, token string) bool {
	switch kind {
	case sqltext.String:
		return token[0] == '\'' && strings.Contains(token[:len(token)-1], `\'`)
	case sqltext.Word:
		return strings.ContainsFunc(token, func(r rune) bool { return r > unicode.MaxASCII && !unicode.In(r, unicode.L, unicode.M, unicode.N) })
	default:
		return false
	}
}
