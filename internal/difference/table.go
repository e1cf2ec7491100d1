package difference

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

// decideTable is for a table that keeps its rows.
func (w *nodePlan) decideTable() {
	switch {
	case w.there == nil, w.there.IsView:
		w.replaceObject()
		return
	case w.after.ColumnsUnknown && (w.before == nil || w.isDeployedElsewhere(w.before)):
		w.adoptUnseen()
		return
	}
	d := w.compareColumns(w.there)
	w.change.Columns = d.changes
	isMoved, isNew := w.isMoved(), w.needsNewTable(d)
	isRebuilt := isNew || isMoved && !w.canRename()
	switch {
	case isRebuilt && w.fillsItself():
		w.replaceObject() // copied rows would be there twice
	case isRebuilt:
		w.copyToNewTable(d)
	case len(d.changes) > 0 || isMoved:
		w.alter(d)
	case w.before == nil:
		w.setAction(Adopt)
		w.setStateAfter(w.after, nil)
	}
}

// adoptUnseen takes over a table that is there, although its SQL does not tell whether it is the right one.
func (w *nodePlan) adoptUnseen() {
	w.setAction(Adopt)
	w.setStateAfter(w.after, nil)
	w.warn(Issue{
		Code:    CodeNotCompared,
		Message: fmt.Sprintf("%s is there and is taken over as it is: its columns cannot be told from the SQL that makes it", w.change.Object),
		Hint:    "Look at it, and drop it by hand when it is not what the node says; the next plan makes it.",
	})
}

// needsNewTable reports whether the changes are more than statements about columns can do.
func (w *nodePlan) needsNewTable(d columnDifference) bool {
	isLoose := w.before != nil && w.before.Kind == Table && (w.before.ColumnsUnknown || w.after.ColumnsUnknown)
	switch {
	case alwaysDeployed(w.node), w.isAmbiguous() && w.isUnseen():
		return true
	case isLoose: // its columns are not what the node says
		return w.before.Prints.Create != w.after.Prints.Create
	case w.keepsNothing(d):
		return true
	}
	if w.after.HasParts && len(d.changes) > 0 {
		return true // engines refuse much of it where there are indexes
	}
	if w.before == nil || w.before.Kind != Table {
		return d.isOfUnknownType
	}
	return w.before.Prints.Frame != w.after.Prints.Frame || d.isOfUnknownType || w.isOtherKey(d)
}

// isUnseen reports whether the catalog does not tell all that matters about the table.
func (w *nodePlan) isUnseen() bool {
	return w.before.ColumnsUnknown || w.after.ColumnsUnknown || w.hasParts()
}

// isOtherKey reports whether another column numbers the rows, or none any more.
func (w *nodePlan) isOtherKey(d columnDifference) bool {
	if w.before.Key == "" || w.after.Key == "" {
		return w.before.Key != w.after.Key
	}
	for _, k := range d.kept {
		if k.to.Name == w.after.Key {
			return !w.warehouse.sameName(k.from.Name, w.before.Key)
		}
	}
	return true
}

func (w *nodePlan) columnID(s *State, name string) string {
	for _, column := range s.Columns {
		if name != "" && w.warehouse.sameName(column.Name, name) {
			return string(column.ID)
		}
	}
	return name
}

// canRename reports whether the table gets to its new name or place by statements that keep it. A sequence beside the table
// would keep its name, so a table with one is copied. So is one with a key that goes to another schema: the sequence inside of
// it goes along under the name that the table had at first, which another one may have there.
func (w *nodePlan) canRename() bool {
	words := w.warehouse.words
	if w.at.Key != "" && words.KeepsKeySequence() || w.after.HasParts {
		return false
	}
	return w.warehouse.samePlace(w.at.Place, w.goal().Place) ||
		w.at.Place.Database == w.goal().Place.Database && w.at.Key == "" && words.MovesTables()
}

// alter changes the table where it is, or on its way to another name.
func (w *nodePlan) alter(d columnDifference) {
	w.setAction(Alter)
	w.isReplaced, w.inPlace = w.isMoved() || d.isReplacing, &d
	s := w.step(AlterPhase, "", w.goal())
	w.moveTable(s, w.at)
	w.alterColumns(&s.script, d)
	w.drops, w.gives = s, s
	w.setStateAfter(w.after, s)
}

// moveTable brings the table to its new place and name. When both are new it goes by a name that nobody has: its old name
// may be taken in the new place.
func (w *nodePlan) moveTable(s *step, from ObjectRef) {
	words, goal := w.warehouse.words, w.goal()
	isRenamed := !w.warehouse.sameName(from.Name, goal.Name)
	if !w.warehouse.samePlace(from.Place, goal.Place) {
		if isRenamed && from.Name != w.asideName() {
			s.script.add("Rename table on its way", words.RenameTable(w.warehouse.qualified(from), w.asideName()))
			from.Name = w.asideName()
		}
		s.script.add("Move table", words.MoveTable(w.warehouse.qualified(from), goal.Place.Name))
		from.Place = goal.Place
	}
	if isRenamed {
		s.script.add("Rename table", words.RenameTable(w.warehouse.qualified(from), goal.Name))
	}
}

// copyToNewTable makes the table anew and copies its rows.
//
//	in place:  set the old one aside, make the new one, copy, drop the old one
//	elsewhere: make the new one, copy, drop the old one; in another database the last is a step of its own
func (w *nodePlan) copyToNewTable(d columnDifference) {
	w.setAction(Alter)
	w.isReplaced = true
	s := w.step(AlterPhase, "", w.goal())
	if w.keepsNothing(d) {
		w.dropAndCreate(s)
		return
	}
	w.drops, w.gives = s, s
	old := w.at
	old.Kind = Table
	if w.asides[w.id()] {
		old.Key = "" // whoever takes the name takes the sequence
	}
	if !w.isMoved() || w.hasParts() && !w.changesDatabase() {
		old = w.setAside(s)
	}
	w.create(s)
	w.copyRows(&s.script, d, old)
	if w.changesDatabase() {
		w.dropCopied(w.dropOldLater(s, old), old)
		return
	}
	w.dropOld(s, old)
	w.setStateAfter(w.after, s)
}

// changesDatabase reports whether the object goes to another database.
func (w *nodePlan) changesDatabase() bool {
	from, to := engine.Schema{Database: w.at.Place.Database}, engine.Schema{Database: w.goal().Place.Database}
	return !w.warehouse.samePlace(from, to)
}

// hasParts reports whether the table has indexes or constraints, or gets some.
func (w *nodePlan) hasParts() bool { return w.after.HasParts || w.before != nil && w.before.HasParts }

// dropOld drops the table that rows were copied from. Its sequence stays where the new table goes on with it.
func (w *nodePlan) dropOld(s *step, old ObjectRef) {
	words := w.warehouse.words
	w.dropEmptied(s, old)
	if w.at.Key != "" && !w.asides[w.id()] && (w.isMoved() || w.after.Key == "") {
		s.script.add("Drop key sequence", words.DropKey(w.warehouse.qualified(w.origin)))
	}
}

// dropOldLater adds the step that drops the old table after a move to another database. Until it is done the table is known as left.
func (w *nodePlan) dropOldLater(s *step, old ObjectRef) *step {
	later := w.step(AlterPhase, dropSuffix, old)
	later.after = append(later.after, s)
	w.drops = later
	between := *w.after
	between.Leftovers = []ObjectRef{old}
	w.setStateAfter(&between, s)
	w.setStateAfter(w.after, later)
	return later
}

// dropCopied drops a table whose rows are elsewhere now.
func (w *nodePlan) dropCopied(s *step, old ObjectRef) {
	w.dropEmptied(s, old)
	if old.Key != "" {
		s.script.add("Drop key sequence", w.warehouse.words.DropKey(w.warehouse.qualified(old)))
	}
}

// dropEmptied drops a table that rows were copied from. With it goes what of them was not copied.
func (w *nodePlan) dropEmptied(s *step, old ObjectRef) {
	sql := w.warehouse.words.DropTable(w.warehouse.qualified(old))
	if w.isCopied && len(w.change.Destroys) > 0 {
		s.script.addDestroying("Drop the old table", sql)
		return
	}
	s.script.add("Drop the old table", sql)
}

// setAside gives the table another name, so that a new one can take its place. One with indexes is copied instead: engines
// refuse to rename it, or the indexes keep their names.
func (w *nodePlan) setAside(s *step) ObjectRef {
	words := w.warehouse.words
	aside := ObjectRef{Place: w.at.Place, Name: w.asideName(), Kind: Table}
	switch {
	case w.hasParts():
		from, to := w.warehouse.qualified(w.at), w.warehouse.qualified(aside)
		s.script.add("Copy the rows aside", fmt.Sprintf("CREATE TABLE %s AS\nSELECT %s\nFROM %s", to, w.columnsThere(), from))
		s.script.add("Drop the old table", words.DropTable(from))
	case !w.warehouse.sameName(w.at.Name, aside.Name):
		s.script.add("Set the old table aside", words.RenameTable(w.warehouse.qualified(w.at), aside.Name))
	}
	return aside
}

// columnsThere are the names of the columns that the table has now.
func (w *nodePlan) columnsThere() string {
	names := make([]string, len(w.there.Columns))
	for i := range w.there.Columns {
		names[i] = w.warehouse.words.Quote(w.there.Columns[i].Name)
	}
	return strings.Join(names, ", ")
}

// asideName is short, because engines cut long names off, and the same for a node in every plan.
func (w *nodePlan) asideName() string {
	p := newDigest()
	p.texts(string(w.id()))
	return "mr_old_" + p.String()[:12]
}
