package localrun

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/sqltext"
)

// firstLoad describes the first load of a table of the library: the stage that creates it, the stage that empties it, and the
// stage that inserts all rows. Tests and queries may be between.
type firstLoad struct{ create, empty, insert int }

// findFirstLoad finds the first load in the stages of a node that is created. It returns false if the node does anything else
// before the rows are inserted, such as SQL of a user.
func findFirstLoad(d *dialect.Dialect, n *compiler.Node, planned *plan.Node) (firstLoad, bool) {
	name := d.Qualify(planned.Schema.Database, planned.Schema.Name, planned.Name)
	if n.Type == nil || !n.Type.IsBuiltIn || n.OverrideSQL || n.Create == nil || len(n.Create.Stages) != 1 {
		return firstLoad{}, false
	}
	var changes []int
	for i := range planned.Stages {
		if s := &planned.Stages[i]; s.Kind != plan.Test && !sqltext.IsReadOnly(s.SQL) {
			changes = append(changes, i)
		}
	}
	if len(changes) < 3 {
		return firstLoad{}, false
	}
	load := firstLoad{changes[0], changes[1], changes[2]}
	isLoad := strings.HasPrefix(planned.Stages[load.create].SQL, d.CreateTable(name)) &&
		strings.TrimRight(planned.Stages[load.empty].SQL, " \t\r\n;") == d.EmptyTable(name) &&
		strings.HasPrefix(planned.Stages[load.insert].SQL, "INSERT INTO "+name+" ")
	return load, isLoad
}

// shortenFirstLoad saves statements of a node whose table the run creates. The new table need not be emptied. If the table consists
// of nothing but columns, the query of the load also creates it, so that the engine plans the query once.
func shortenFirstLoad(d *dialect.Dialect, n *compiler.Node, planned *plan.Node) {
	load, isLoad := findFirstLoad(d, n, planned)
	if !isLoad {
		return
	}
	removed := []int{load.empty}
	if filled := createFilled(d, n, planned, load); filled != "" {
		planned.Stages[load.insert].Name, planned.Stages[load.insert].SQL = "Create table with rows", filled
		removed = append(removed, load.create)
	}
	stages := make([]plan.Stage, 0, len(planned.Stages))
	for i := range planned.Stages {
		if !slices.Contains(removed, i) {
			stages = append(stages, planned.Stages[i])
		}
	}
	planned.Stages = stages
}

// createFilled returns a statement that creates the table with the rows of the load, or "" if a column has more than a name and a
// type, or if the load does not insert a query.
func createFilled(d *dialect.Dialect, n *compiler.Node, planned *plan.Node, load firstLoad) string {
	columns := make([]dialect.Column, len(n.Columns))
	for i := range n.Columns {
		c := &n.Columns[i]
		if !c.Nullable || c.Default != "" || c.Flag("isSurrogateKey") {
			return ""
		}
		columns[i] = dialect.Column{Name: c.Name}
		if c.DataType != "" {
			columns[i].Type = d.Type(c.DataType)
		}
	}
	return d.FillTable(d.Qualify(planned.Schema.Database, planned.Schema.Name, planned.Name), columns, planned.Stages[load.insert].SQL)
}
