package lineage

import "github.com/millrace/millrace/internal/sqltext"

// scope resolves names: it has the relations of one FROM, and the outer scopes.
type scope struct {
	relations []*relation
	width     int // number of columns of the relations
	outer     *scope
	with      *with

	windows windows

	outputs      []field // the columns of the select list that are resolved so far
	outputsFirst bool    // ORDER BY means these before it means columns of FROM
	isLenient    bool    // a name that is not here is no problem
}

// verdict is the result of a search for a name.
type verdict uint8

const (
	missing   verdict = iota // it certainly does not exist
	found                    // it exists
	uncertain                // it may be a column of something whose columns are not known
	ambiguous                // two relations have it
)

// match is the end of a search for a name.
type match struct {
	verdict  verdict
	field    *field
	isOutput bool      // it is a column of the select list
	isPart   bool      // it means a part of the column's value, or more than the column
	isGuess  bool      // it is only meant if nothing further out has the name
	why      string    // of uncertain: what is unknown
	relation *relation // of missing: the relation that was named and does not have it
}

// find looks up a name, from the inner to the outer scope. Unknown columns of an inner scope may hide an unqualified
// name of an outer scope, but not a qualified one.
func (s *scope) find(parts []sqltext.Identifier) match {
	fallback := match{}
	for at := s; at != nil; at = at.outer {
		m := at.findHere(parts)
		if m.verdict != missing || m.relation != nil {
			return m
		}
		loose := at.findLoose()
		if loose.verdict == uncertain && len(parts) == 1 && !loose.isGuess {
			return loose
		}
		if fallback.verdict == missing {
			fallback = loose
		}
	}
	return fallback
}

// findHere looks up a name in one scope. A qualified name is a column of a relation or, if there is none, a field of
// the value of a column.
func (s *scope) findHere(parts []sqltext.Identifier) match {
	if s.outputsFirst {
		if m := s.findOutput(parts); m.verdict == found {
			return m
		}
	}
	qualified := s.findQualified(parts)
	if qualified.verdict != missing {
		return qualified
	}
	if m := s.findPlain(parts); m.verdict != missing {
		return m
	}
	if m := s.findOutput(parts); m.verdict == found {
		return m
	}
	if qualified.relation != nil {
		return qualified
	}
	return s.findRow(parts)
}

// findOutput searches the names of the select list.
func (s *scope) findOutput(parts []sqltext.Identifier) match {
	t := table{fields: s.outputs}
	at := t.position(parts[0].Text)
	if at < 0 || parts[0].Text == "" {
		return match{}
	}
	return match{verdict: found, field: &s.outputs[at], isOutput: true, isPart: len(parts) > 1}
}

// findQualified treats as many parts as possible as the qualifier.
func (s *scope) findQualified(parts []sqltext.Identifier) match {
	last := match{}
	for q := min(len(parts)-1, 3); q >= 1; q-- {
		for _, rel := range s.relations {
			if rel.isHidden || !rel.isNamed(parts[:q]) {
				continue
			}
			m := rel.find(parts[q].Text)
			if m.verdict != missing {
				m.isPart = len(parts) > q+1
				return m
			}
			last.relation = rel
		}
	}
	return last
}

func (rel *relation) find(name string) match {
	if at := rel.position(name); at >= 0 {
		return match{verdict: found, field: &rel.fields[at]}
	}
	if rel.loose != nil {
		return match{verdict: found, field: rel.loose}
	}
	if why := rel.mayHaveMore(); why != "" {
		return match{verdict: uncertain, why: why}
	}
	return match{}
}

// findPlain treats the first part as a column.
func (s *scope) findPlain(parts []sqltext.Identifier) match {
	owner, f := s.plainField(parts[0].Text)
	if f == nil {
		return match{}
	}
	m := match{verdict: found, field: f, isPart: len(parts) > 1}
	if s.isTwice(owner, f.name) {
		m.verdict = ambiguous
	}
	return m
}

// plainField finds a column by its unqualified name; an exact match takes precedence over one that differs in case.
func (s *scope) plainField(name string) (*relation, *field) {
	var owner *relation
	var folded *field
	for _, rel := range s.relations {
		at := rel.position(name)
		if at < 0 || rel.isHidden {
			continue
		}
		f := rel.plain(at)
		switch {
		case f == nil:
		case f.name == name:
			return rel, f
		case folded == nil:
			owner, folded = rel, f
		}
	}
	return owner, folded
}

// isTwice reports whether a relation other than the owner has a column of exactly this name. A name that differs in case
// may be another column, so that nothing is certain then.
func (s *scope) isTwice(owner *relation, name string) bool {
	for _, rel := range s.relations {
		at := rel.position(name)
		if rel == owner || rel.isHidden || at < 0 {
			continue
		}
		if f := rel.plain(at); f != nil && f.name == name {
			return true
		}
	}
	return false
}

// findRow treats the name of a relation as its rows, as in count(t).
func (s *scope) findRow(parts []sqltext.Identifier) match {
	for _, rel := range s.relations {
		if len(parts) != 1 || rel.isHidden || !rel.isNamed(parts) {
			continue
		}
		return match{verdict: found, field: rel.wholeRow(), isPart: true}
	}
	return match{}
}

// wholeRow returns the rows of a relation as one column.
func (rel *relation) wholeRow() *field {
	switch {
	case rel.row != nil:
	case rel.loose != nil:
		rel.row = rel.loose
	default:
		rel.row = &field{opaque: rel.open}
		for i := range rel.fields {
			rel.row.inputs = append(rel.row.inputs, rel.fields[i].inputs...)
		}
		rel.row.inputs = tidy(rel.row.inputs)
	}
	return rel.row
}

// findLoose finds a relation with unknown columns that the name may belong to.
func (s *scope) findLoose() match {
	m := match{}
	if s.isLenient {
		m.verdict = uncertain
	}
	for _, rel := range s.relations {
		if rel.isHidden {
			continue
		}
		if why := rel.mayHaveMore(); why != "" {
			return match{verdict: uncertain, why: why, isGuess: rel.open == ""}
		}
		if rel.loose != nil {
			m = match{verdict: found, field: rel.loose, isPart: true}
		}
	}
	return m
}
