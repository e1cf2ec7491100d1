package lineage

import (
	"cmp"
	"slices"

	"github.com/millrace/millrace/internal/sqltext"
)

// maxWork limits the collected columns and inputs of one query, because stars can double at each level of nesting. A
// query of 2,000 columns over ten levels stays far below it.
const maxWork = 400_000

// maxScans limits the number of columns that are compared in lookups by name.
const maxScans = 50_000_000

// maxDepth limits how deep queries nest in one another.
const maxDepth = 250

// maxProblems limits the reported problems.
const maxProblems = 100

const tooLarge = "the query is too large to follow"

// Resolver resolves many queries, one after the other, and uses its memory again. The zero value is ready. It is not for several
// goroutines.
type Resolver struct {
	fields      []field
	expressions sqltext.Reader
}

// Resolve returns the columns of a query and the origin of each.
func (m *Resolver) Resolve(q *sqltext.Query, c ColumnCatalog) Resolution {
	if q == nil {
		return Resolution{Opaque: "there is no query"}
	}
	r := &resolver{catalog: c, budget: maxWork, scans: maxScans, memory: m}
	m.fields = m.fields[:0]
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
	budget   int // remainder of maxWork
	scans    int // remainder of maxScans
	depth    int

	branchFields [][]field // Resolution.Branches
	memory       *Resolver
}

// newFields returns an empty list for a number of fields. No result refers to fields.
func (r *resolver) newFields(count int) []field {
	const atOnce = 64
	room := len(r.memory.fields)
	if room+count > cap(r.memory.fields) {
		r.memory.fields, room = make([]field, 0, max(2*room, count, atOnce)), 0
	}
	r.memory.fields = r.memory.fields[:room+count]
	return r.memory.fields[room : room : room+count]
}

// spend deducts work from the budget and reports whether there was enough of it.
func (r *resolver) spend(work int) bool {
	r.budget -= work
	return r.budget >= 0
}

// find looks up a name within the limit of maxScans.
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

// tidyProblems sorts the problems by position and drops duplicates.
func (r *resolver) tidyProblems() []Problem {
	slices.SortStableFunc(r.problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Range.Start, b.Range.Start), cmp.Compare(a.Range.End, b.Range.End), cmp.Compare(a.Kind, b.Kind))
	})
	return slices.Compact(r.problems)
}
