package difference

import (
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/transform"
)

// columnDifference is how the columns of a table have to change.
type columnDifference struct {
	kept    []keptColumn
	added   []*StateColumn
	dropped []*engine.Column
	changes []ColumnChange
	// isReplacing says that columns are dropped, renamed or get another type, so that views over the table have to be made
	// anew.
	isReplacing bool
	// isOfUnknownType says that a column gets a type that only the engine can tell.
	isOfUnknownType bool
}

// keptColumn is a column that keeps what is in it.
type keptColumn struct {
	from *engine.Column
	to   *StateColumn
	was  *StateColumn // as it was deployed; nil when it is not known
}

// compareColumns finds out which columns of the table are which of the node. They are told apart by the ids that they were
// deployed with, else by their names.
func (w *nodePlan) compareColumns(there *engine.Relation) columnDifference {
	deployed := map[string]*StateColumn{} // by name
	if w.before != nil {
		for i := range w.before.Columns {
			deployed[w.warehouse.words.Comparable(w.before.Columns[i].Name)] = &w.before.Columns[i]
		}
	}
	byID := make(map[transform.ColumnID]*engine.Column, len(there.Columns))
	was := make(map[transform.ColumnID]*StateColumn, len(there.Columns))
	var strangers []*engine.Column
	for i := range there.Columns {
		column := &there.Columns[i]
		if state, known := deployed[w.warehouse.words.Comparable(column.Name)]; known {
			byID[state.ID], was[state.ID] = column, state
		} else {
			strangers = append(strangers, column)
		}
	}
	return w.matchColumns(byID, was, strangers)
}

func (w *nodePlan) matchColumns(byID map[transform.ColumnID]*engine.Column, was map[transform.ColumnID]*StateColumn, strangers []*engine.Column) columnDifference {
	var d columnDifference
	unknown := make(map[string]*engine.Column, len(strangers))
	for _, column := range strangers {
		unknown[w.warehouse.words.Comparable(column.Name)] = column
	}
	for i := range w.after.Columns {
		to := &w.after.Columns[i]
		from, known := byID[w.idBefore(to, was)]
		if known {
			delete(byID, w.idBefore(to, was))
		} else if from, known = unknown[w.warehouse.words.Comparable(to.Name)]; known {
			delete(unknown, w.warehouse.words.Comparable(to.Name))
		}
		if !known {
			d.added = append(d.added, to)
			continue
		}
		d.kept = append(d.kept, keptColumn{from, to, was[w.idBefore(to, was)]})
	}
	for _, column := range w.there.Columns {
		id, isDropped := w.leftID(column.Name, byID, unknown)
		if isDropped {
			d.dropped = append(d.dropped, &column)
			d.changes = append(d.changes, ColumnChange{Column: id, Name: column.Name, Action: ColumnDropped, From: column.Type})
		}
	}
	w.noteChanges(&d)
	return d
}

// idBefore is the id that a column was deployed with. The surrogate key stays the same column, whatever its id: rows of other
// tables hold its values.
func (w *nodePlan) idBefore(to *StateColumn, was map[transform.ColumnID]*StateColumn) transform.ColumnID {
	if _, isThere := was[to.ID]; isThere || w.before == nil || w.before.Key == "" || to.Name != w.after.Key {
		return to.ID
	}
	old := transform.ColumnID(w.columnID(w.before, w.before.Key))
	for i := range w.after.Columns {
		if w.after.Columns[i].ID == old {
			return to.ID // it is another column now
		}
	}
	return old
}

// leftID finds a column among those that the node has not.
func (w *nodePlan) leftID(name string, byID map[transform.ColumnID]*engine.Column, unknown map[string]*engine.Column) (transform.ColumnID, bool) {
	if _, left := unknown[w.warehouse.words.Comparable(name)]; left {
		return transform.ColumnID(name), true
	}
	if w.before != nil {
		for i := range w.before.Columns {
			column := &w.before.Columns[i]
			if left, ok := byID[column.ID]; ok && left.Name == name {
				return column.ID, true
			}
		}
	}
	return "", false
}

// noteChanges lists what happens to each column, in the order of the node.
func (w *nodePlan) noteChanges(d *columnDifference) {
	if w.after.ColumnsUnknown {
		d.changes, d.added = nil, nil // nobody knows what the table will have; what it has may be lost
	}
	d.isReplacing = len(d.dropped) > 0
	for i := range d.kept {
		w.chooseType(&d.kept[i])
	}
	for _, k := range d.kept {
		w.noteKept(d, k)
	}
	if w.after.ColumnsUnknown {
		return
	}
	for _, to := range d.added {
		d.changes = append(d.changes, ColumnChange{Column: to.ID, Name: to.Name, Action: ColumnAdded, To: w.warehouse.typeWord(to.Type)})
		d.isOfUnknownType = d.isOfUnknownType || to.Type == ""
	}
}

func (w *nodePlan) noteKept(d *columnDifference, k keptColumn) {
	note := func(action ColumnAction, from, to string) {
		d.changes = append(d.changes, ColumnChange{Column: k.to.ID, Name: k.to.Name, Action: action, From: from, To: to})
	}
	if !w.warehouse.sameName(k.from.Name, k.to.Name) {
		note(ColumnRenamed, k.from.Name, k.to.Name)
		d.isReplacing = true
	}
	if w.after.ColumnsUnknown {
		return
	}
	if !w.warehouse.sameType(k.to.Type, k.from.Type) {
		note(ColumnRetyped, k.from.Type, w.warehouse.typeWord(k.to.Type))
		d.isReplacing = true
	}
	if k.expressionChanged() {
		note(ColumnRetyped, k.from.Type, "")
		d.isReplacing, d.isOfUnknownType = true, true
	}
	if k.from.Nullable != k.to.Nullable {
		note(ColumnNullable, nullWord(k.from.Nullable), nullWord(k.to.Nullable))
	}
	if k.was != nil && k.was.Default != k.to.Default {
		note(ColumnDefaulted, k.was.Default, k.to.Default)
	}
}

// expressionChanged reports whether the engine has to choose the type of the column again.
func (k keptColumn) expressionChanged() bool {
	return k.to.Type == "" && k.was != nil && k.was.Made != k.to.Made
}

func nullWord(nullable bool) string {
	if nullable {
		return "NULL"
	}
	return "NOT NULL"
}
