package difference

import (
	"fmt"

	"github.com/millrace/millrace/internal/staging"
)

// canReplaceByStatement reports whether one statement can put the rebuilt table into the place of the old one. On an engine whose
// statements take effect one by one, no other way is safe: a failure after the old table was renamed would hide its rows. The statement
// does not repeat what a template of a project says about the table besides its columns, so it is for the library's templates.
func (d *decision) canReplaceByStatement() bool {
	isOurs := d.node.Type != nil && d.node.Type.IsBuiltIn && !d.node.OverrideSQL
	return d.dialect.PublishesByStatement() && isOurs && !d.isMoved() && !d.hasParts() && !d.displaced[d.id()]
}

// replaceByStatement builds the new table beside the old one, and replaces the old one by it with one statement. If any statement before
// fails, the old table has all its rows, and the next plan begins again.
func (d *decision) replaceByStatement(s *step, diff *columnDiff) {
	beside := d.qualified(ObjectRef{Schema: d.start.Schema, Name: d.besideName(), Kind: Table})
	table := d.object()
	for _, statement := range d.templateStatements() {
		s.script.add("Create the new table beside the old one", staging.Rename(d.dialect, statement, []staging.Renaming{{From: table, To: beside}}))
	}
	d.addColumnLosses(diff)
	d.copyRows(&s.script, diff, beside, d.qualified(d.start))
	d.copiesRows = true
	//nolint:unqueryvet // both tables have the same columns
	replace := fmt.Sprintf("%s AS\nSELECT * FROM %s", d.dialect.CreateTable(table), beside)
	if len(d.losses) > 0 {
		s.script.addDestructive("Replace the old table", replace)
	} else {
		s.script.add("Replace the old table", replace)
	}
	s.script.add("Drop the temporary table", d.dialect.DropTable(beside))
	d.setStateAfter(d.desired, s)
}

// besideName is the name of a table while it is built beside the one that it replaces, the same for a node in every plan.
func (n *nodeFacts) besideName() string {
	h := newHasher()
	h.texts(string(n.id()))
	return "mr_new_" + h.String()[:12]
}

// blockHiddenRows blocks a plan that finds the table of a node under the temporary name that a rebuild gives it. On an engine whose
// statements take effect one by one, a rebuild that stopped has left its rows there.
func (d *decision) blockHiddenRows() {
	if !d.dialect.PublishesByStatement() || d.desired == nil || d.desired.Kind != Table {
		return
	}
	aside := ObjectRef{Schema: d.target().Schema, Name: d.temporaryName(), Kind: Table}
	if d.isSameObject(d.start, aside) || d.find(aside) == nil {
		return
	}
	d.block(Issue{
		Code:    CodeInDoubt,
		Message: fmt.Sprintf("%s exists: a rebuild of %s stopped, and its rows may be there", d.qualified(aside), d.object()),
		Hint: fmt.Sprintf("Compare both tables. Copy the rows to %s if they are missing there, then drop %s and plan again.",
			d.object(), d.qualified(aside)),
	})
}
