package execute

import (
	"cmp"
	"context"
	"strings"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/sqltext"
)

// The definitions of all tables are read if a run empties at least minReplaced tables and a share of one in maxUnused: reading one costs
// about a tenth of what replacing one saves, and the engine cannot list some of its tables only.
const (
	minReplaced = 2
	maxUnused   = 10
)

// replacement is what is sent instead of a stage that deletes all rows of the node's table: a statement that replaces the table by an
// empty one with the same definition or, if the next stage inserts into all its columns, one statement for both. In DuckDB that takes
// less time and memory, and the transaction, the readers and the rows afterwards are the same; see docs/decisions/0022-full-reload.md.
type replacement struct {
	empty int    // the stage that deletes the rows
	clear string // replaces that stage; empty if there is no replacement
	fill  string // replaces that stage and the next one; empty if it cannot
}

// of returns the statement that is sent instead of a stage; empty if it is the stage's own.
func (r *replacement) of(stage int) string {
	switch {
	case r.fill != "" && stage == r.empty+1:
		return r.fill
	case r.fill == "" && stage == r.empty:
		return r.clear
	default:
		return ""
	}
}

// covers reports whether the replacement of the next stage does the work of a stage.
func (r *replacement) covers(stage int) bool { return r.fill != "" && stage == r.empty }

// exec sends a statement of a stage. If the engine rejects a replacement before it starts, such as the name of a type in its own
// text, the transaction is intact, and the stage runs as planned.
func (a *attempt) exec(ctx context.Context, stage *plan.Stage) (err error) {
	query := a.query()
	if query.SQL == "" || a.staged != nil {
		query.Counts, err = a.session.Exec(ctx, cmp.Or(query.SQL, stage.SQL))
		return err
	}
	if query.Counts, err = a.session.Exec(ctx, query.SQL); !fault.Is(err, fault.Invalid) {
		return err
	}
	if a.replacement.fill != "" {
		if _, ended := a.session.Exec(ctx, a.node.Stages[a.replacement.empty].SQL); ended != nil {
			return err
		}
	}
	counts, planned := a.session.Exec(ctx, stage.SQL)
	if planned == nil || a.replacement.fill != "" {
		query.SQL, query.Counts, err = "", counts, planned
	}
	return err
}

// findReplacements finds the nodes that empty a table which can be replaced. If the definitions cannot be read, the nodes run as
// planned.
func (e *execution) findReplacements(ctx context.Context, pending []int) {
	if !e.Engine.Capabilities().Embedded || e.Engine.Dialect().TableDefinitions("") == "" || ctx.Err() != nil {
		return
	}
	emptied := e.emptiedTables(pending)
	if len(emptied) < max(minReplaced, e.Plan.ProjectNodes/maxUnused) {
		return
	}
	definitions, err := e.readDefinitions(ctx, emptied)
	if err != nil {
		e.Logger.Debug("definitions not read", "run", e.Label.WorkID, "error", err.Error())
		return
	}
	altered := e.alteredNames()
	e.replacements = make(map[int]replacement, len(emptied))
	for position, stage := range emptied {
		if node := &e.Plan.Nodes[position]; !altered[strings.ToLower(node.Name)] {
			e.replacements[position] = e.replace(node, stage, definitions)
		}
	}
}

// replace returns the replacement of a stage that empties the table of its node.
func (e *execution) replace(node *plan.Node, stage int, known *tableDefinitions) replacement {
	d := e.Engine.Dialect()
	definition, isKnown := known.tables[e.tableOf(node)]
	if !isKnown {
		return replacement{}
	}
	table := qualify(d, node)
	for i := stage + 1; i < len(node.Stages); i++ {
		if node.Stages[i].Kind != plan.Test && known.readsTable(node.Stages[i].SQL, "INSERT INTO "+table+" (", node.Name) {
			return replacement{}
		}
	}
	r := replacement{empty: stage, clear: d.ReplaceTable(table, definition.sql)}
	if next := stage + 1; r.clear != "" && next < len(node.Stages) && node.Stages[next].Kind == plan.SQL {
		r.fill = d.FillTable(table, definition.columns, node.Stages[next].SQL)
	}
	return r
}

// emptiedTables returns the nodes whose first change deletes all rows of their own table, with the position of that stage. After
// another change, such as one that creates the table, its definition is not known.
func (e *execution) emptiedTables(pending []int) map[int]int {
	d := e.Engine.Dialect()
	emptied := map[int]int{}
	for _, position := range pending {
		node := &e.Plan.Nodes[position]
		for i := range node.Stages {
			stage := &node.Stages[i]
			if stage.Kind == plan.Test || sqltext.IsReadOnly(stage.SQL) {
				continue
			}
			if strings.TrimRight(stage.SQL, " \t\r\n;") == d.EmptyTable(qualify(d, node)) {
				emptied[position] = i
			}
			break
		}
	}
	return emptied
}

func qualify(d *dialect.Dialect, node *plan.Node) string {
	return d.Qualify(node.Schema.Database, node.Schema.Name, node.Name)
}

// alteredNames returns the names in all statements of the plan that may change the definition of a table, such as COMMENT. A
// replacement of such a table could undo the change.
func (e *execution) alteredNames() map[string]bool {
	names := map[string]bool{}
	for i := range e.Plan.Nodes {
		for k := range e.Plan.Nodes[i].Stages {
			text := e.Plan.Nodes[i].Stages[k].SQL
			first, second := sqltext.LeadingWords(text)
			if first == "ALTER" || first == "COMMENT" || first == "CREATE" && (second == "INDEX" || second == "UNIQUE") {
				addNames(names, text)
			}
		}
	}
	return names
}
