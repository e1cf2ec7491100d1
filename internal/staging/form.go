package staging

import (
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/sqltext"
)

// Kind is the way in which a node is published.
type Kind int

// The kinds; the documentation of the package explains them.
const (
	Direct Kind = iota
	Replace
	Append
	Merge
	Copy
)

// Role is what a stage does in its node.
type Role int

// The roles.
const (
	Test    Role = iota // a test
	Load                // changes the rows of the node's table
	Empty               // deletes all rows of the node's table before anything else changes it
	Work                // changes the work table of the node's templates, or reads only
	Outside             // may change anything else; it takes effect by itself
	Late                // concerns the published table: it runs after the publication
	Clean               // drops the work table of the node's templates after the load
)

// Form is the way in which the statements of a node are sent.
type Form struct {
	Kind   Kind
	Table  string // the qualified name of the node's table
	Roles  []Role // by stage
	First  int    // the first stage that changes the table, if the kind is not Direct
	Last   int    // the last one
	Insert Insert // the stage Last, if it is an INSERT
}

// Insert is an INSERT statement taken apart.
type Insert struct {
	Columns []string // in quotes; none if the statement lists none
	Query   string
}

// Analyze returns the form of a node.
func Analyze(d *dialect.Dialect, node *plan.Node) Form {
	a := analysis{
		dialect: d, node: node, statements: make([]statement, len(node.Stages)),
		form: Form{Table: d.Qualify(node.Schema.Database, node.Schema.Name, node.Name), Roles: make([]Role, len(node.Stages)), First: -1},
	}
	a.table, a.work = nameOf(d, a.form.Table), nameOf(d, d.WorkTable(a.form.Table))
	for i := range node.Stages {
		a.read(i)
	}
	if a.form.First < 0 || a.changesDefinition() {
		return a.direct()
	}
	a.decideKind()
	a.findLate()
	return a.form
}

type analysis struct {
	dialect     *dialect.Dialect
	node        *plan.Node
	table, work name
	statements  []statement
	definitions []int // stages that change the definition of the table
	form        Form
}

// read finds the role of a stage.
func (a *analysis) read(i int) {
	stage := &a.node.Stages[i]
	if stage.Kind == plan.Test {
		return
	}
	s := readStatement(a.dialect, stage.SQL)
	a.statements[i] = s
	switch {
	case sqltext.IsReadOnly(stage.SQL), s.name.is(a.work):
		a.form.Roles[i] = Work
	case !s.name.is(a.table):
		a.form.Roles[i] = Outside
	case s.changesRows(), s.replaces && s.isCreateAs(stage.SQL):
		a.form.Roles[i] = Load
		if a.form.First < 0 {
			a.form.First = i
		}
		a.form.Last = i
	default:
		a.form.Roles[i] = Outside
		a.definitions = append(a.definitions, i)
	}
}

// changesDefinition reports whether the node changes the definition of its table before or between its loads.
func (a *analysis) changesDefinition() bool {
	if len(a.definitions) > 0 && a.definitions[0] < a.form.Last {
		return true
	}
	for i := a.form.First + 1; i <= a.form.Last; i++ {
		if a.form.Roles[i] == Load && !a.statements[i].changesRows() {
			return true // a second CREATE OR REPLACE TABLE
		}
	}
	return false
}

// direct returns the form of a node whose statements take effect one by one.
func (a *analysis) direct() Form {
	for i, role := range a.form.Roles {
		if role == Load {
			a.form.Roles[i] = Outside
		}
	}
	a.form.Kind = Direct
	return a.form
}

func (a *analysis) decideKind() {
	first, last := a.form.First, a.form.Last
	text := a.node.Stages[last].SQL
	if a.statements[last].verb == "INSERT" {
		a.form.Insert = readInsert(a.dialect, text)
	}
	loads := 0
	for _, role := range a.form.Roles {
		if role == Load {
			loads++
		}
	}
	_, isGuardable := a.dialect.GuardMerge(text, dialect.Guard{})
	switch {
	case a.statements[first].isEmptying(a.node.Stages[first].SQL):
		a.form.Kind = Replace
		a.form.Roles[first] = Empty
	case !a.statements[first].changesRows():
		a.form.Kind = Replace
	case loads > 1:
		a.form.Kind = Copy
	case a.statements[last].verb == "INSERT" && a.form.Insert.Query != "":
		a.form.Kind = Append
	case a.statements[last].verb == "MERGE" && isGuardable && !a.haltsAfter(last):
		a.form.Kind = Merge
	default:
		a.form.Kind = Copy
	}
}

// haltsAfter reports whether a test after a stage decides about the publication.
func (a *analysis) haltsAfter(stage int) bool {
	for i := stage + 1; i < len(a.node.Stages); i++ {
		if a.node.Stages[i].Kind == plan.Test && !a.node.Stages[i].MayFail() {
			return true
		}
	}
	return false
}

// findLate finds the statements after the load that concern the published table, such as GRANT and ANALYZE. A merge cannot be seen
// before it is published, so everything after it is late.
func (a *analysis) findLate() {
	for i := a.form.Last + 1; i < len(a.node.Stages); i++ {
		text := a.node.Stages[i].SQL
		isMerged := a.form.Kind == Merge && a.mentionsTable(text)
		isOutside := a.form.Roles[i] == Outside
		switch {
		case !isOutside && a.statements[i].verb == "DROP TABLE":
			a.form.Roles[i] = Clean
		case isMerged, isOutside && !a.readsRows(i) && a.mentionsTable(text):
			a.form.Roles[i] = Late
		}
	}
}

func (a *analysis) mentionsTable(text string) bool {
	return Rename(a.dialect, text, []Renaming{{a.form.Table, "x"}}) != text
}

// readsRows reports whether a statement with the table in it reads its rows, so that it can read those of another table.
func (a *analysis) readsRows(i int) bool {
	s := &a.statements[i]
	return !s.name.is(a.table) && (s.changesRows() || s.isCreateAs(a.node.Stages[i].SQL))
}

// readInsert takes an INSERT apart. It has no query if the statement is not understood.
func readInsert(d *dialect.Dialect, text string) Insert {
	s := readStatement(d, text)
	w := newWords(text[s.end:])
	rest := text[s.end:]
	if w.word() != "(" {
		return Insert{Query: rest}
	}
	var columns []string
	for w.next(); !w.isOver && w.word() != ")"; w.next() {
		if w.token.Kind != sqltext.Word && w.token.Kind != sqltext.QuotedIdentifier {
			if w.word() != "," {
				return Insert{}
			}
			continue
		}
		if w.word() == "SELECT" || w.word() == "WITH" {
			return Insert{Query: rest} // a query in parentheses
		}
		columns = append(columns, quoted(d, w))
	}
	if w.isOver {
		return Insert{}
	}
	return Insert{Columns: columns, Query: rest[w.token.End:]}
}

func quoted(d *dialect.Dialect, w *words) string {
	text := w.token.Of(w.text)
	if w.token.Kind == sqltext.Word {
		return d.Quote(d.Fold(text))
	}
	return text
}

// AtLeastOnce lists the stages that may take effect more than once, because a new attempt or a new owner of the run repeats them.
func (f Form) AtLeastOnce(node *plan.Node) []int {
	var stages []int
	for i, role := range f.Roles {
		if node.Stages[i].Kind != plan.Test && (role == Outside || role == Late) {
			stages = append(stages, i)
		}
	}
	return stages
}
