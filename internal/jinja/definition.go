package jinja

// Definition is a name that a template sets at its top, where it hides a variable with the same name.
type Definition struct {
	Name         string
	IsMacro      bool
	Line, Column int
}

// Definitions returns the macros and variables that the template sets at its top, outside of loops and blocks, in the order of
// the text.
func (t *Template) Definitions() []Definition {
	var found []Definition
	for _, p := range t.parts {
		found = p.definitions(p.body, found)
	}
	return found
}

func (p *part) definitions(body []stmt, found []Definition) []Definition {
	for _, s := range body {
		switch s := s.(type) {
		case *macroStmt:
			found = append(found, p.definition(s.target, true))
		case *setStmt:
			found = p.definedBy(s.target, found)
		case *setBlockStmt:
			found = p.definedBy(s.target, found)
		case *ifStmt:
			for i := range s.branches {
				found = p.definitions(s.branches[i].body, found)
			}
			found = p.definitions(s.otherwise, found)
		}
	}
	return found
}

func (p *part) definedBy(t target, found []Definition) []Definition {
	switch t := t.(type) {
	case *nameExpr:
		return append(found, p.definition(t, false))
	case *tupleTarget:
		for _, item := range t.items {
			found = p.definedBy(item, found)
		}
	}
	return found
}

func (p *part) definition(n *nameExpr, isMacro bool) Definition {
	d := Definition{Name: n.absent.name, IsMacro: isMacro}
	d.Line, d.Column = lineAndColumn(p.text, n.position())
	return d
}
