package jinja

import "slices"

// macroUse is a macro at the top of a part, with the names that its definition mentions.
type macroUse struct {
	statement int // position in the body
	name      int32
	uses      []int32
}

// topUses returns the macros at the top of a body and the names that the rest of it uses. Without macros it returns nothing,
// because then all names are used.
func (c *compilation) topUses(body []stmt) (macros []macroUse, rest []int32) {
	next := int32(0)
	for i, s := range body {
		m, isMacro := s.(*macroStmt)
		if !isMacro {
			continue
		}
		end := max(m.targets.to, m.definition.names.to, m.definition.bodyNames.to)
		macros = append(macros, macroUse{i, m.target.id, c.distinct(span{m.targets.from, end}, nil)})
		rest = c.distinct(span{next, m.targets.from}, rest)
		next = end
	}
	if macros != nil {
		rest = c.distinct(span{next, c.here()}, rest)
	}
	return macros, rest
}

// distinct adds the names of a span to a list, each once.
func (c *compilation) distinct(s span, list []int32) []int32 {
	for _, n := range c.names[s.from:s.to] {
		if !slices.Contains(list, n.id) {
			list = append(list, n.id)
		}
	}
	return list
}

// prunedPosition is the position of all root variables that Pruned removes. Nothing that is left reads or sets them.
const prunedPosition = 0

// Pruned returns the template without the macros that nothing can call, and without the variables that only they use. A
// render of a small template after a large library of macros then costs only what it uses.
func (t *Template) Pruned() *Template {
	used := t.usedPositions()
	pruned := &Template{env: t.env, name: t.name, isPruned: true, flags: []rootFlags{rootUnset}}
	pruned.root.first = 1
	positions := make([]int32, len(t.flags))
	for _, p := range t.parts {
		link := make([]int32, len(p.link))
		for i, at := range p.link {
			if used[at] && positions[at] == prunedPosition {
				positions[at] = int32(len(pruned.flags)) //nolint:gosec // few names
				pruned.flags = append(pruned.flags, t.flags[at])
				pruned.root.names.of(p.names[i])
			}
			link[i] = positions[at]
		}
		pruned.parts = append(pruned.parts, linkedPart{p.part, link, p.usedBody(used)})
	}
	return pruned
}

// usedPositions reports for each root variable whether anything that a render can reach uses it.
func (t *Template) usedPositions() []bool {
	used := make([]bool, len(t.flags))
	var pending []int32
	for _, p := range t.parts {
		if p.macros == nil {
			pending = append(pending, p.link...)
		}
		for _, id := range p.uses {
			pending = append(pending, p.link[id])
		}
	}
	for len(pending) > 0 {
		at := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if used[at] {
			continue
		}
		used[at] = true
		for _, p := range t.parts {
			pending = p.appendUses(pending, at)
		}
	}
	return used
}

// appendUses adds the positions of the names that the macros with the name at a position use.
func (p linkedPart) appendUses(pending []int32, at int32) []int32 {
	for _, m := range p.macros {
		if p.link[m.name] != at {
			continue
		}
		for _, id := range m.uses {
			pending = append(pending, p.link[id])
		}
	}
	return pending
}

// usedBody returns the statements of the part without the macros whose names are not used.
func (p linkedPart) usedBody(used []bool) []stmt {
	body := slices.Clone(p.body)
	for _, m := range p.macros {
		if !used[p.link[m.name]] {
			body[m.statement] = nil
		}
	}
	return slices.DeleteFunc(body, func(s stmt) bool { return s == nil })
}
