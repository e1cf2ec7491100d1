package difference

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

// driftOf describes how a relation differs from the deployed state. It is empty if they are equal or cannot be compared.
func (f *facts) driftOf(deployed *State, relation *engine.Relation) string {
	switch {
	case deployed.Kind != Table && deployed.Kind != View:
		return ""
	case relation == nil:
		return fmt.Sprintf("the %s is missing", deployed.Kind)
	case relation.IsView != (deployed.Kind == View):
		return fmt.Sprintf("it was deployed as a %s and is a %s", deployed.Kind, kindOf(relation))
	case deployed.ColumnsUnknown:
		return ""
	}
	return f.columnDrift(deployed, relation)
}

// columnDrift compares the columns one by one, in any order.
func (f *facts) columnDrift(deployed *State, relation *engine.Relation) string {
	if f.sameInOrder(deployed, relation) {
		return "" // the usual case, without a map
	}
	left := make(map[string]*engine.Column, len(relation.Columns))
	for i := range relation.Columns {
		left[f.dialect.Comparable(relation.Columns[i].Name)] = &relation.Columns[i]
	}
	var parts []string
	for i := range deployed.Columns {
		was := &deployed.Columns[i]
		key := f.dialect.Comparable(was.Name)
		now, exists := left[key]
		delete(left, key)
		if !exists {
			parts = append(parts, fmt.Sprintf("column %s is missing", was.Name))
		} else if deployed.Kind == Table {
			parts = append(parts, f.driftOfColumn(was, now)...)
		}
	}
	for i := range relation.Columns {
		if _, unknown := left[f.dialect.Comparable(relation.Columns[i].Name)]; unknown {
			parts = append(parts, fmt.Sprintf("column %s was added", relation.Columns[i].Name))
		}
	}
	return strings.Join(parts, ", ")
}

func (f *facts) sameInOrder(deployed *State, relation *engine.Relation) bool {
	if len(deployed.Columns) != len(relation.Columns) {
		return false
	}
	for i := range deployed.Columns {
		was, now := &deployed.Columns[i], &relation.Columns[i]
		if !f.sameName(was.Name, now.Name) {
			return false
		}
		if deployed.Kind == Table && (was.Nullable != now.Nullable || !f.sameType(was.Type, now.Type)) {
			return false
		}
	}
	return true
}

func (f *facts) driftOfColumn(was *StateColumn, now *engine.Column) []string {
	var parts []string
	if !f.sameType(was.Type, now.Type) {
		parts = append(parts, fmt.Sprintf("column %s is %s and was deployed as %s", was.Name, now.Type, f.typeName(was.Type)))
	}
	switch {
	case was.Nullable && !now.Nullable:
		parts = append(parts, fmt.Sprintf("column %s is NOT NULL now", was.Name))
	case now.Nullable && !was.Nullable:
		parts = append(parts, fmt.Sprintf("column %s is nullable now", was.Name))
	}
	return parts
}
