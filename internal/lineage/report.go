package lineage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/sqltext"
)

// hintNames is the maximum number of names in a hint.
const hintNames = 12

func missingColumn(ref *sqltext.ColumnRef, m match, s *scope) Problem {
	p := Problem{Kind: UnknownColumn, Range: ref.Range}
	switch {
	case m.relation != nil:
		sides := []*relation{m.relation}
		p.Message = fmt.Sprintf("column %s is not in %s", ref.Name().Text, relationNames(sides))
		p.Hint = columnsHint(sides)
		p.Nearest = nearestColumn(ref.Name(), sides)
	case len(ref.Parts) > 1:
		p.Kind = UnknownRelation
		p.Message = fmt.Sprintf("FROM has no relation %s", ref.Parts[0].Text)
		p.Hint = relationsHint(s)
	case len(s.relations) == 0:
		p.Message = fmt.Sprintf("column %s is not known: there is no FROM", ref.Parts[0].Text)
		p.Hint = "write a text in single quotes"
	default:
		p.Message = fmt.Sprintf("column %s is not in %s", ref.Parts[0].Text, relationNames(s.relations))
		p.Hint = columnsHint(s.relations)
		p.Nearest = nearestColumn(ref.Name(), s.relations)
	}
	return p
}

// nearestColumn returns the only column of the relations that is as near as possible to an unknown name.
func nearestColumn(name sqltext.Identifier, relations []*relation) string {
	if name.Dynamic {
		return ""
	}
	near, _ := diagnostic.OnlyNearest(name.Text, columnNames(relations))
	return near
}

func columnNames(relations []*relation) []string {
	var names []string
	for _, rel := range relations {
		for i := range rel.fields {
			if rel.fields[i].name != "" {
				names = append(names, rel.fields[i].name)
			}
		}
	}
	return names
}

func ambiguousColumn(ref *sqltext.ColumnRef, s *scope) Problem {
	name := ref.Parts[0].Text
	var owners []*relation
	for _, rel := range s.relations {
		if rel.position(name) >= 0 {
			owners = append(owners, rel)
		}
	}
	return Problem{
		Kind:    AmbiguousColumn,
		Range:   ref.Range,
		Message: fmt.Sprintf("column %s is ambiguous: it is in %s", name, relationNames(owners)),
		Hint:    "write the name of the relation and a dot before it",
	}
}

// relationNames lists relations for a message.
func relationNames(relations []*relation) string {
	var names []string
	for _, rel := range relations {
		names = append(names, or(rel.label(), "a query without a name"))
	}
	return enumerate(slices.Compact(names), "and")
}

func relationsHint(s *scope) string {
	var names []string
	for _, rel := range s.relations {
		if rel.label() != "" {
			names = append(names, rel.label())
		}
	}
	if len(names) == 0 {
		return "add it to FROM"
	}
	return "add it to FROM, or use " + enumerate(names, "or")
}

func columnsHint(relations []*relation) string {
	names := columnNames(relations)
	switch len(names) {
	case 0:
		return ""
	case 1:
		return "the only column is " + names[0]
	}
	return "the columns are " + enumerate(names, "and")
}

// enumerate formats a list in words, truncated if it is long.
func enumerate(names []string, word string) string {
	if len(names) == 0 {
		return "nothing"
	}
	if len(names) > hintNames {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:hintNames], ", "), len(names)-hintNames)
	}
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}
