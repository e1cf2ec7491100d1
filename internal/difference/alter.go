package difference

import (
	"fmt"
	"slices"

	"github.com/millrace/millrace/internal/ddl"
	"github.com/millrace/millrace/internal/dialect"
)

// alterColumns writes the statements that change the columns of the table, which has its new name already. What is dropped
// makes room for names first; what is new comes last.
func (w *nodePlan) alterColumns(s *script, d columnDifference) {
	w.noteLosses(d)
	words, table := w.warehouse.words, w.name()
	if w.after.ColumnsUnknown {
		return
	}
	for _, column := range d.dropped {
		s.addDestroying("Drop column "+column.Name, words.DropColumn(table, column.Name))
	}
	w.renameColumns(s, d)
	for _, k := range d.kept {
		w.alterColumn(s, k)
	}
	for _, column := range d.added {
		w.addColumn(s, column)
	}
}

// addColumn adds a column. Where the engine cannot add one that must not be NULL, that is said of it afterwards.
func (w *nodePlan) addColumn(s *script, c *StateColumn) {
	words, table, column := w.warehouse.words, w.name(), defined(c)
	isLater := column.NotNull && !words.Capabilities().AddsNotNullColumns
	if isLater {
		column.NotNull = false
	}
	s.add("Add column "+c.Name, words.AddColumn(table, column))
	if isLater {
		column.NotNull = true
		s.add("Require "+c.Name, words.SetColumnNull(table, column))
	}
}

func defined(c *StateColumn) dialect.Column {
	return dialect.Column{Name: c.Name, Type: c.Type, IsOwnType: true, Default: c.Default, NotNull: !c.Nullable}
}

// alterColumn changes the type of a column, whether it can be NULL, and its default. Engines refuse to change a type when
// the default does not fit the new one, so the default is taken away first.
func (w *nodePlan) alterColumn(s *script, k keptColumn) {
	words, table, column := w.warehouse.words, w.name(), defined(k.to)
	isRetyped := !w.warehouse.sameType(k.to.Type, k.from.Type)
	if w.isLost(k) {
		s.addDestroying("Drop column "+k.to.Name, words.DropColumn(table, k.to.Name))
		w.addColumn(s, k.to)
		return
	}
	was := ""
	if k.was != nil {
		was = k.was.Default
	}
	if isRetyped {
		if was != "" {
			s.add("Drop the default of "+k.to.Name, words.SetColumnDefault(table, dialect.Column{Name: k.to.Name}))
			was = ""
		}
		w.retype(s, k)
	}
	if k.from.Nullable != k.to.Nullable {
		name := "Require "
		if k.to.Nullable {
			name = "Let be empty "
		}
		s.add(name+k.to.Name, words.SetColumnNull(table, column))
	}
	if k.was != nil && was != k.to.Default {
		s.add("Set the default of "+k.to.Name, words.SetColumnDefault(table, column))
	}
}

// retype changes the type of a column. Where values may lose something it counts as taking them away.
func (w *nodePlan) retype(s *script, k keptColumn) {
	column := defined(k.to)
	column.Through = w.through(k)
	name, sql := "Change the type of "+k.to.Name, w.warehouse.words.SetColumnType(w.name(), column)
	if ddl.Convert(k.from.Type, w.warehouse.typeWord(k.to.Type)) == ddl.Lossless {
		s.add(name, sql)
		return
	}
	s.addDestroying(name, sql)
}

// renameColumns gives columns their new names, each when its name is free. Columns that change names with each other go
// through a name that nobody has.
func (w *nodePlan) renameColumns(s *script, d columnDifference) {
	words, table := w.warehouse.words, w.name()
	waiting := map[string]string{} // by the name that a column has: the one that it gets
	var order []string
	for _, k := range d.kept {
		if !w.warehouse.sameName(k.from.Name, k.to.Name) {
			waiting[words.Comparable(k.from.Name)] = k.to.Name
			order = append(order, k.from.Name)
		}
	}
	rename := func(from, to string) {
		s.add(fmt.Sprintf("Rename column %s to %s", from, to), words.RenameColumn(table, dialect.Rename{From: from, To: to}))
	}
	for _, first := range order {
		var chain []string // each waits for the name of the next
		for name := first; ; name = waiting[words.Comparable(name)] {
			if _, isWaiting := waiting[words.Comparable(name)]; !isWaiting {
				break
			}
			if len(chain) > 0 && w.warehouse.sameName(name, first) {
				rename(first, temporaryColumn)
				chain[0] = temporaryColumn
				waiting[words.Comparable(temporaryColumn)] = waiting[words.Comparable(first)]
				delete(waiting, words.Comparable(first))
				break
			}
			chain = append(chain, name)
		}
		for _, name := range slices.Backward(chain) {
			rename(name, waiting[words.Comparable(name)])
			delete(waiting, words.Comparable(name))
		}
	}
}

// temporaryColumn is the name of a column on its way to a name that another one still has.
const temporaryColumn = "mr_between"
