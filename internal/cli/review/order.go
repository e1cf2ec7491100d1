package review

import (
	"cmp"
	"maps"
	"slices"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/progress"
)

// sign is the first character of a line in the diff.
type sign string

const (
	minus sign = "-"
	tilde sign = "~"
	plus  sign = "+"
	equal sign = "=" // the warehouse does not change
)

// signed is an edit with its sign.
type signed struct {
	*api.PlanEdit

	sign sign
}

// edits returns the edits of a plan in execution order: by phase, and within a phase in the order of the plan. Edits
// without a phase, which do not change the warehouse, come last.
func edits(plan *api.Plan) []signed {
	position := map[string]int{}
	for i, s := range plan.NodeChangeSummaries {
		position[s.NodeID] = i + 1
	}
	phased := plan.PhasedNodeEdits
	all := slices.Concat(
		ordered(phased.DeletedTable, position, minus), ordered(phased.AlteredTable, position, tilde), ordered(phased.AddedTable, position, plus))
	seen := map[string]bool{}
	for _, e := range all {
		seen[e.NodeID] = true
	}
	for i := range plan.NodeChangeSummaries {
		if s := &plan.NodeChangeSummaries[i]; !seen[s.NodeID] {
			all = append(all, signed{summarized(s), equal})
		}
	}
	return all
}

func ordered(table map[string]api.PlanEdit, position map[string]int, usual sign) []signed {
	list := make([]signed, 0, len(table))
	for _, id := range slices.Sorted(maps.Keys(table)) {
		e := table[id]
		list = append(list, signed{&e, signOf(e.Action, usual)})
	}
	slices.SortStableFunc(list, func(a, b signed) int {
		return cmp.Or(cmp.Compare(position[a.NodeID], position[b.NodeID]), cmp.Compare(nameOf(a.PlanEdit), nameOf(b.PlanEdit)))
	})
	return list
}

// summarized is an edit with only a summary.
func summarized(s *api.NodeChangeSummary) *api.PlanEdit {
	return &api.PlanEdit{
		NodeID: s.NodeID, Name: s.Name, LocationName: s.LocationName, Action: s.Action, Category: s.Category, Description: s.Description,
	}
}

func nameOf(e *api.PlanEdit) string {
	name := progress.Clean(e.Name)
	if location := progress.Clean(value(e.LocationName)); location != "" {
		return location + "." + name
	}
	return name
}

// signOf returns the sign of an action; actions that do not change the warehouse have their own in every phase.
func signOf(action string, usual sign) sign {
	if action == "metadata" || action == "adopt" {
		return equal
	}
	return usual
}

func (s sign) style() progress.Style {
	switch s {
	case minus:
		return progress.Bad
	case plus:
		return progress.Good
	case tilde:
		return progress.Careful
	default:
		return progress.Next
	}
}
