package jinja

import (
	"slices"
	"strings"
)

// compilation is the state of the parser and the scopes for one template.
type compilation struct {
	ids     nameTable
	flags   []rootFlags // by the id of a name
	absents []*absent   // by the id of a name: the value of the variable if it is not set
	names   []*nameExpr // all uses of names in the order of the text

	nameNodes   slab[nameExpr]
	absentNodes slab[absent]
}

// nameTable numbers names.
type nameTable struct {
	names []string
	index map[string]int32 // where the names are, once there are more than a few
}

func (t *nameTable) find(name string) (int32, bool) {
	if t.index != nil {
		id, ok := t.index[name]
		return id, ok
	}
	id := slices.Index(t.names, name)
	return int32(id), id >= 0 //nolint:gosec // few names
}

func (t *nameTable) of(name string) int32 {
	if id, ok := t.find(name); ok {
		return id
	}
	id := int32(len(t.names)) //nolint:gosec // fewer names than bytes in the template
	t.names = append(t.names, name)
	if t.index != nil {
		t.index[name] = id
	} else if len(t.names) > fewNames {
		t.index = make(map[string]int32, 2*len(t.names))
		for i, known := range t.names {
			t.index[known] = int32(i)
		}
	}
	return id
}

// id numbers a name and reserves memory for its flags.
func (c *compilation) id(name string) int32 {
	id := c.ids.of(name)
	if int(id) == len(c.flags) {
		c.flags = append(c.flags, 0)
		a := c.absentNodes.take()
		a.name = name
		c.absents = append(c.absents, a)
	}
	return id
}

// name notes a use of a name.
func (c *compilation) name(t token, use nameUse) *nameExpr {
	id := c.id(t.text)
	n := c.nameNodes.take()
	*n = nameExpr{id: id, use: use, pos: int32(t.pos), absent: c.absents[id]} //nolint:gosec // see maxText
	c.names = append(c.names, n)
	return n
}

func (c *compilation) here() int32 { return int32(len(c.names)) } //nolint:gosec // fewer names than bytes

func (c *compilation) since(from int32) span { return span{from, c.here()} }

// uses reports whether a name is read in a span before it is set there.
func (c *compilation) uses(s span, name string) (int32, bool) {
	id := c.id(name)
	for _, n := range c.names[s.from:s.to] {
		if n.id == id {
			return id, n.use == useLoad
		}
	}
	return id, false
}

// reserve reserves memory for what a text of that size usually has.
func (c *compilation) reserve(size int) {
	uses, names := size/32, min(size/64, 64)
	c.names = make([]*nameExpr, 0, uses)
	c.ids.names, c.flags, c.absents = make([]string, 0, names), make([]rootFlags, 0, names), make([]*absent, 0, names)
}

// maxText is how long a template may be, in bytes.
const maxText = 64 << 20

// part is a compiled text.
type part struct {
	name  string
	text  string // with \n for every newline
	body  []stmt
	slots int
	names []string // the root variables that it uses
	flags []rootFlags
	link  []int32 // for a template that is not joined: each name has its own index

	macros []macroUse // those that it defines at its top
	uses   []int32    // the names that the rest of its top uses; only set if there are macros
}

func compilePart(env *Environment, name, text string) (*part, nameTable, error) {
	if len(text) > maxText {
		return nil, nameTable{}, &Error{Template: name, Line: 1, Column: 1, Kind: LimitError, Message: "the template is longer than " + plural(maxText, "byte")}
	}
	p := &parser{env: env, lexer: lexer{text: text, raw: env.raw}}
	p.reserve(len(text))
	body, err := p.template()
	if err != nil {
		e := *asError(err)
		e.Template = name
		return nil, nameTable{}, &e
	}
	c := &p.compilation
	root := &scope{compilation: c, fn: &functionScope{}}
	declareBody(body, root)
	resolveBody(body, root)
	link := make([]int32, len(c.flags))
	for i := range link {
		link[i] = int32(i)
	}
	macros, uses := c.topUses(body)
	compiled := &part{
		macros: macros, uses: uses,
		name: name, text: text, body: body, slots: len(root.fn.slots), names: c.ids.names, flags: c.flags, link: link,
	}
	return compiled, c.ids, nil
}

// normalized returns the text with \n for every newline and, unless it is kept, without the last one.
func normalized(text string, keepTrailingNewline bool) string {
	if strings.IndexByte(text, '\r') >= 0 {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	if !keepTrailingNewline {
		text = strings.TrimSuffix(text, "\n")
	}
	return text
}
