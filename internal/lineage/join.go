package lineage

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// from resolves the relations of FROM, one after another.
func (r *resolver) from(list []sqltext.Relation, s *scope, g *gathering) {
	for i := range list {
		right := &scope{relations: r.relations(&list[i], s, g)}
		r.join(&list[i].Join, right, s, g)
	}
}

// relations resolves an entry of FROM. The members of a join in parentheses without an alias stay visible.
func (r *resolver) relations(from *sqltext.Relation, s *scope, g *gathering) []*relation {
	if from.Kind != sqltext.JoinRelation || from.Alias.Text != "" || r.depth >= maxDepth {
		return []*relation{r.relation(from, s, g)}
	}
	r.depth++
	defer func() { r.depth-- }()
	inner := &scope{outer: s, with: s.with}
	r.from(from.Relations, inner, g)
	return inner.relations
}

// join joins relations to the previous ones.
func (r *resolver) join(j *sqltext.Join, right, s *scope, g *gathering) {
	names := j.Using
	if j.Natural {
		names = naturalNames(s, right)
	}
	for _, name := range names {
		r.using(j, name, right, s, g)
	}
	s.relations = append(s.relations, right.relations...)
	for _, rel := range right.relations {
		s.width += 1 + len(rel.fields)
	}
	for i := range j.On {
		g.addReading(r.expression(&j.On[i], s, g), Join)
	}
	if strings.Contains(j.Kind, "SEMI") || strings.Contains(j.Kind, "ANTI") {
		for _, rel := range right.relations {
			rel.isHidden = true
		}
	}
}

// naturalNames returns the columns that both sides have. If columns are unknown, the common columns are unknown, too,
// so both sides stay open.
func naturalNames(left, right *scope) []sqltext.Identifier {
	for _, side := range left.relations {
		if side.open != "" && len(right.relations) > 0 {
			right.relations[0].leaveOpen(side.open, side.openAt)
		}
	}
	var names []sqltext.Identifier
	for _, rel := range right.relations {
		for i := range rel.fields {
			name := rel.fields[i].name
			if _, f := left.plainField(name); f != nil && rel.plain(i) != nil {
				names = append(names, sqltext.Identifier{Text: name, Quoted: true})
			}
		}
	}
	return names
}

// using joins by a column that both sides have. From here on, the name alone means the column of the left side, of the
// right side in a right join, and of both in a full join.
func (r *resolver) using(j *sqltext.Join, name sqltext.Identifier, right, s *scope, g *gathering) {
	leftOwner, leftField := s.plainField(name.Text)
	rightOwner, rightField := right.plainField(name.Text)
	for _, f := range []*field{leftField, rightField} {
		if f != nil {
			g.addReading(reading{f.inputs, f.opaque}, Join)
		}
	}
	if leftField == nil || rightField == nil {
		r.reportUsing(name, right, s)
		return
	}
	both := together(strings.ToUpper(j.Kind), *leftField, *rightField)
	leftOwner.merge(leftOwner.position(name.Text), &both)
	rightOwner.merge(rightOwner.position(name.Text), nil)
}

func together(kind string, left, right field) field {
	both := left
	both.dataType, both.isNull = commonType(left, right), false
	switch {
	case strings.Contains(kind, "RIGHT"):
		both.inputs, both.opaque = right.inputs, right.opaque
	case strings.Contains(kind, "FULL"):
		both.inputs = tidy(as(slices.Concat(left.inputs, right.inputs), Transform))
		both.opaque = or(left.opaque, right.opaque)
	}
	return both
}

func (rel *relation) merge(at int, f *field) {
	if rel.merged == nil {
		rel.merged = map[int]*field{}
	}
	rel.merged[at] = f
}

// reportUsing reports a column of USING that a side does not have, if the columns of that side are known.
func (r *resolver) reportUsing(name sqltext.Identifier, right, s *scope) {
	if name.Dynamic {
		return
	}
	for _, side := range []*scope{s, right} {
		_, f := side.plainField(name.Text)
		if f != nil || side.findLoose().verdict != missing || len(right.relations) == 0 {
			continue
		}
		r.report(Problem{
			Kind:    UnknownColumn,
			Range:   right.relations[0].at,
			Message: "column " + name.Text + " of USING is not in " + relationNames(side.relations),
			Hint:    columnsHint(side.relations),
		})
	}
}
