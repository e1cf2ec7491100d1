package compiler

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/transform"
)

// refSearch finds the nodes whose templates may name nodes that their own texts do not: the refs of all others are known without
// rendering them. It is cautious: where a text may produce a ref in any way, the node counts.
type refSearch struct {
	c         *Compilation
	macros    map[string]bool // macros that may produce refs
	everyNode bool            // something that all templates can use may produce refs
}

func newRefSearch(c *Compilation) *refSearch {
	s := &refSearch{c: c, macros: map[string]bool{}}
	s.readMacros()
	s.everyNode = s.everyNode || s.targetMayRef()
	return s
}

// targetMayRef reports whether names or parameters of the target, which templates can print, may produce refs.
func (s *refSearch) targetMayRef() bool {
	target, _ := s.c.options.target(s.c.Project)
	texts := append([]string{target.DefaultDatabase, target.SchemaPrefix}, s.c.Project.Locations...)
	for location, mapping := range target.Mappings {
		texts = append(texts, location, mapping.Database, mapping.Schema)
	}
	return s.mayRefIn(target.Parameters) || slices.ContainsFunc(texts, s.mayRef)
}

// nodes returns the nodes to render.
func (s *refSearch) nodes() []*Node {
	if s.everyNode {
		return s.c.nodes
	}
	isHidden := make([]bool, len(s.c.nodes))
	exposes := make([]bool, len(s.c.nodes))
	byType := map[*transform.NodeType]bool{}
	for _, n := range s.c.nodes {
		if _, known := byType[n.Type]; !known && n.Type != nil {
			byType[n.Type] = s.typeMayRef(n.Type)
		}
	}
	inParallel(len(s.c.nodes), func(i int) {
		n := s.c.nodes[i]
		exposes[i] = s.exposesRefs(n)
		isHidden[i] = exposes[i] || byType[n.Type] || s.hasOtherRefs(n)
	})
	exposing := map[transform.NodeID]bool{}
	for i, n := range s.c.nodes {
		if exposes[i] {
			exposing[n.ID] = true
		}
	}
	var hidden []*Node
	for i, n := range s.c.nodes {
		if isHidden[i] || len(exposing) > 0 && s.readsAny(n, exposing) {
			hidden = append(hidden, n)
		}
	}
	return hidden
}

// The library produces refs in one macro, for columns with one attribute. A test of the library checks that.
const (
	libraryRefMacro     = "mr_test_relationship"
	libraryRefAttribute = "testRelationship"
)

// typeMayRef reports whether the templates of a type may produce refs. Those of the library print no Jinja, and call macros that
// produce refs only if the project replaces these.
func (s *refSearch) typeMayRef(t *transform.NodeType) bool {
	if t.IsBuiltIn {
		return s.countRefWords(t.Create) > 0 || s.countRefWords(t.Run) > 0
	}
	return s.mayRef(t.Create) || s.mayRef(t.Run)
}

func (s *refSearch) readsAny(n *Node, exposing map[transform.NodeID]bool) bool {
	for _, id := range n.inputs(s.c) {
		if exposing[id] {
			return true
		}
	}
	return false
}

// readMacros finds the macros that may produce refs, directly or through other macros.
func (s *refSearch) readMacros() {
	bodies := map[string][]string{}
	add := func(text string) {
		from := 0
		for _, span := range jinja.MacroSpans(text) {
			s.everyNode = s.everyNode || s.mayRef(text[from:span.Start])
			from = span.End
			name := macroName(text[span.Start:span.End])
			bodies[name] = append(bodies[name], text[span.Start:span.End])
		}
		s.everyNode = s.everyNode || s.mayRef(text[from:])
	}
	s.macros[libraryRefMacro] = true
	for _, m := range s.c.Project.Macros {
		add(m.Text)
	}
	for i := range s.c.Project.Packages {
		p := &s.c.Project.Packages[i]
		add(p.Variables)
		for _, m := range p.Macros {
			add(m.Text)
		}
	}
	for found := true; found; {
		found = false
		for name, texts := range bodies {
			for _, text := range texts {
				if !s.macros[name] && s.mayRef(text) {
					s.macros[name], found = true, true
				}
			}
		}
	}
}

// macroName returns the name of the macro that a text begins with.
func macroName(text string) string {
	_, rest, _ := strings.Cut(text, "macro")
	rest = strings.TrimLeft(rest, " \t\r\n")
	end := strings.IndexFunc(rest, func(r rune) bool { return !isNameRune(r) })
	if end < 0 {
		return rest
	}
	return rest[:end]
}

func isNameRune(r rune) bool {
	return r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r >= 0x80
}

// mayRef reports whether a text may produce a ref when it is rendered: its Jinja contains the name of a function or macro that does,
// or builds Jinja that a later pass renders.
func (s *refSearch) mayRef(text string) bool {
	start := jinjaStart(text)
	if start < 0 {
		return false
	}
	text = withoutJinjaComments(text[start:])
	return s.countRefWords(text) > 0 || buildsJinja(text)
}

// withoutJinjaComments removes Jinja comments. A brace that a text prints before a comment cannot join one after it, because a
// space stays between them.
func withoutJinjaComments(text string) string {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(text, "{#")
		if !found {
			break
		}
		_, rest, isClosed := strings.Cut(after, "#}")
		if !isClosed {
			break
		}
		out.WriteString(before + " ")
		text = rest
	}
	out.WriteString(text)
	return out.String()
}

// countRefWords counts the names in a text that may produce refs. SQL between the Jinja counts as well.
func (s *refSearch) countRefWords(text string) int {
	count := 0
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !isNameRune(r) }) {
		if isRefFunction(word) || s.macros[word] {
			count++
		}
	}
	return count
}

func isRefFunction(name string) bool {
	return name == "ref" || name == "ref_link" || name == "ref_no_link"
}

// jinjaStart returns the offset of the first piece of Jinja, or -1.
func jinjaStart(text string) int {
	for at := 0; ; at++ {
		i := strings.IndexByte(text[at:], '{')
		if i < 0 || at+i+1 >= len(text) {
			return -1
		}
		at += i
		if next := text[at+1]; next == '{' || next == '%' || next == '#' {
			return at
		}
	}
}

// buildsJinja reports whether a text may print braces that a later pass reads as Jinja: a literal in its Jinja contains a brace, an
// escape or a conversion of a character code, or a piece of Jinja is not closed.
func buildsJinja(text string) bool {
	for {
		start := jinjaStart(text)
		if start < 0 {
			return false
		}
		closing := "}}"
		if text[start+1] == '%' {
			closing = "%}"
		}
		inside, rest, isClosed := strings.Cut(text[start+2:], closing)
		if !isClosed || literalsHaveBraces(inside) {
			return true
		}
		text = rest
	}
}

// literalsHaveBraces reports whether a literal in a piece of Jinja may print a brace.
func literalsHaveBraces(piece string) bool {
	for {
		start := strings.IndexAny(piece, `'"`)
		if start < 0 {
			return false
		}
		literal, rest, isClosed := strings.Cut(piece[start+1:], piece[start:start+1])
		if !isClosed || strings.ContainsAny(literal, "{\\") || strings.Contains(literal, "%c") {
			return true
		}
		piece = rest
	}
}
