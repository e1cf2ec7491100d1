package lineage

import (
	"slices"

	"github.com/millrace/millrace/internal/sqltext"
)

// star adds the columns of a star in a select list to the result of the query.
func (r *resolver) star(star *sqltext.Star, item int, s *scope, given *result) {
	t := r.starTable(star, s)
	if t.open != "" {
		given.leaveOpen(t.open, t.openAt)
	}
	for _, f := range t.fields {
		f.item = item
		if at := slices.IndexFunc(star.Replace, func(i sqltext.Item) bool { return equalFold(i.Name.Text, f.name) }); at >= 0 {
			name := f.name
			f = r.column(&star.Replace[at].Expr, s)
			f.name, f.item = name, item
		}
		given.fields = append(given.fields, f)
	}
}

// starTable returns the columns of a star, without its modifiers.
func (r *resolver) starTable(star *sqltext.Star, s *scope) table {
	if star.Opaque != "" {
		return openTable(star.Opaque, star.Range)
	}
	if len(star.Qualifier) > 0 {
		return r.qualifiedStar(star, s)
	}
	t := table{}
	for _, rel := range s.relations {
		if rel.isHidden || !r.startStar(&t, rel, star) {
			continue
		}
		for i := range rel.fields {
			if f := rel.plain(i); f != nil {
				t.addStarred(star, *f, rel.starLabel(i))
			}
		}
	}
	return t
}

// qualifiedStar finds the relation, from the inner to the outer scope.
func (r *resolver) qualifiedStar(star *sqltext.Star, s *scope) table {
	for at := s; at != nil; at = at.outer {
		for _, rel := range at.relations {
			if rel.isHidden || !rel.isNamed(star.Qualifier) {
				continue
			}
			t := table{}
			if r.startStar(&t, rel, star) {
				for i := range rel.fields {
					t.addStarred(star, rel.fields[i], rel.qualifier())
				}
			}
			return t
		}
	}
	return r.unknownStar(star, s)
}

// startStar reports whether the columns of a relation can be added, and records which of them are unknown.
func (r *resolver) startStar(t *table, rel *relation, star *sqltext.Star) bool {
	r.scans -= len(rel.fields) * (len(star.Exclude) + len(star.Rename) + len(star.Replace))
	if !r.spend(1+len(rel.fields)) || r.scans < 0 {
		t.leaveOpen(tooLarge, star.Range)
		return false
	}
	if rel.open != "" {
		t.leaveOpen(rel.open, rel.openAt)
	}
	if rel.loose != nil && len(rel.fields) == 0 {
		t.leaveOpen("a table function whose columns have no names", star.Range)
	}
	return true
}

// unknownStar handles a star whose qualifier is not a relation. It may be a column with fields of its own.
func (r *resolver) unknownStar(star *sqltext.Star, s *scope) table {
	name := dotted(star.Qualifier)
	if m := r.find(star.Qualifier, s); m.verdict == missing && !isDynamic(star.Qualifier) {
		r.report(Problem{
			Kind:    UnknownRelation,
			Range:   star.Range,
			Message: "FROM has no relation " + name,
			Hint:    relationsHint(s),
		})
	}
	return openTable("the columns of "+name+".* are not known", star.Range)
}

// addStarred adds a field unless the star excludes it.
func (t *table) addStarred(star *sqltext.Star, f field, label string) {
	if slices.ContainsFunc(star.Exclude, func(e sqltext.Identifier) bool { return equalFold(e.Text, f.name) }) {
		return
	}
	f.text, f.label, f.isStarred = f.name, label, true
	for _, rename := range star.Rename {
		if equalFold(rename.From.Text, f.name) {
			f.name = rename.To.Text
		}
	}
	t.fields = append(t.fields, f)
}

// starLabel returns the qualifier of a field of a star. Merged fields have none: their unqualified name means both.
func (rel *relation) starLabel(i int) string {
	if _, isMerged := rel.merged[i]; isMerged {
		return ""
	}
	return rel.qualifier()
}
