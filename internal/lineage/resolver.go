package lineage

import (
	"cmp"
	"slices"

	"github.com/millrace/millrace/internal/sqltext"
)

// maxWork limits what is gathered for one query, in columns and inputs. Stars that double at each level of nesting would
// go on for ever otherwise. A query of 2,000 columns over ten levels stays far below.
const maxWork = 400_000

// maxScans limits how many columns are looked at to find others by name.
const maxScans = 50_000_000

// maxDepth limits how deep queries nest in one another.
const maxDepth = 250

// maxProblems is enough for anyone to see that something is wrong.
const maxProblems = 100

const tooLarge = "the query is too large to follow"

// Resolve reports what a query gives and where each column comes from.
func Resolve(q *sqltext.Query, c ColumnCatalog) Resolution {
	if q == nil {
		return Resolution{Opaque: "there is no query"}
	}
	r := &resolver{catalog: c, budget: maxWork, scans: maxScans}
	given := r.query(q, surroundings{}, nil)
	resolution := Resolution{
		Uses:       tidy(given.uses),
		Opaque:     given.open,
		OpaqueAt:   given.openAt,
		UsesOpaque: given.usesOpaque,
		Problems:   r.tidyProblems(),
	}
	resolution.Columns = outputs(given.fields)
	for _, fields := range r.branchFields {
		resolution.Branches = append(resolution.Branches, outputs(fields))
	}
	return resolution
}

func outputs(fields []field) []Output {
	list := make([]Output, len(fields))
	for i := range fields {
		f := &fields[i]
		list[i] = Output{
			Name: f.name, Text: f.expression(), Item: f.item, Inputs: f.inputs, DataType: f.dataType, Opaque: f.opaque,
		}
	}
	return list
}

// resolver is one call of Resolve.
type resolver struct {
	catalog  ColumnCatalog
	problems []Problem
	budget   int // what is left of maxWork
	scans    int // what is left of maxScans
	depth    int

	branchFields [][]field // Resolution.Branches
}

// spend takes work off the budget and reports whether there was enough of it.
func (r *resolver) spend(work int) bool {
	r.budget -= work
	return r.budget >= 0
}

// find looks a name up, as long as that is not too much work.
func (r *resolver) find(parts []sqltext.Identifier, s *scope) match {
	if r.scans < 0 {
		return match{verdict: uncertain, why: tooLarge}
	}
	m := s.find(parts)
	for at := s; at != nil; at = at.outer {
		r.scans -= 1 + at.width
		if m.verdict != found || m.isOutput {
			r.scans -= len(at.outputs)
		}
	}
	return m
}

func (r *resolver) report(p Problem) { r.problems = append(r.problems, p) }

// tidyProblems puts the problems into the order of the text. What is read more than once is reported once.
func (r *resolver) tidyProblems() []Problem {
	slices.SortStableFunc(r.problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Range.Start, b.Range.Start), cmp.Compare(a.Range.End, b.Range.End), cmp.Compare(a.Kind, b.Kind))
	})
	return slices.Compact(r.problems)
}
