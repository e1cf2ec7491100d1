package difference

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

// driftOf says how what the engine has differs from what a deploy left behind; empty when it does not, or when that cannot
// be told.
func (c *comparison) driftOf(before *State, there *engine.Relation) string {
	switch {
	case before.Kind != Table && before.Kind != View:
		return ""
	case there == nil:
		return fmt.Sprintf("the %s is gone", before.Kind)
	case there.IsView != (before.Kind == View):
		return fmt.Sprintf("it was deployed as a %s and is a %s", before.Kind, kindOf(there))
	case before.ColumnsUnknown:
		return ""
	}
	return c.columnDrift(before, there)
}

func kindOf(object *engine.Relation) Kind {
	if object.IsView {
		return View
	}
	return Table
}

// columnDrift compares the columns one by one. Their order does not count.
func (c *comparison) columnDrift(before *State, there *engine.Relation) string {
	if c.sameInOrder(before, there) {
		return "" // the usual case, without a map
	}
	left := make(map[string]*engine.Column, len(there.Columns))
	for i := range there.Columns {
		left[c.warehouse.words.Comparable(there.Columns[i].Name)] = &there.Columns[i]
	}
	var parts []string
	for i := range before.Columns {
		was := &before.Columns[i]
		key := c.warehouse.words.Comparable(was.Name)
		now, exists := left[key]
		delete(left, key)
		if !exists {
			parts = append(parts, fmt.Sprintf("column %s is gone", was.Name))
		} else if before.Kind == Table {
			parts = append(parts, c.driftOfColumn(was, now)...)
		}
	}
	for i := range there.Columns {
		if _, unknown := left[c.warehouse.words.Comparable(there.Columns[i].Name)]; unknown {
			parts = append(parts, fmt.Sprintf("column %s was added", there.Columns[i].Name))
		}
	}
	return strings.Join(parts, ", ")
}

func (c *comparison) sameInOrder(before *State, there *engine.Relation) bool {
	if len(before.Columns) != len(there.Columns) {
		return false
	}
	for i := range before.Columns {
		was, now := &before.Columns[i], &there.Columns[i]
		if !c.warehouse.sameName(was.Name, now.Name) {
			return false
		}
		if before.Kind == Table && (was.Nullable != now.Nullable || !c.warehouse.sameType(was.Type, now.Type)) {
			return false
		}
	}
	return true
}

func (c *comparison) driftOfColumn(was *StateColumn, now *engine.Column) []string {
	var parts []string
	if !c.warehouse.sameType(was.Type, now.Type) {
		parts = append(parts, fmt.Sprintf("column %s is %s and was deployed as %s", was.Name, now.Type, c.warehouse.typeWord(was.Type)))
	}
	switch {
	case was.Nullable && !now.Nullable:
		parts = append(parts, fmt.Sprintf("column %s can no longer be null", was.Name))
	case now.Nullable && !was.Nullable:
		parts = append(parts, fmt.Sprintf("column %s can be null", was.Name))
	}
	return parts
}
