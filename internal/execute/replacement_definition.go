package execute

import (
	"cmp"
	"context"
	"strings"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/sqltext"
)

// maxDefinitions limits the tables and views whose definitions are read.
const maxDefinitions = 1_000_000

// tableDefinitions are the definitions of the tables that can be replaced, and of the views.
type tableDefinitions struct {
	tables map[tableName]tableDefinition
	views  map[string][]string        // the definitions of the views with a name, in lower case
	names  map[string]map[string]bool // in the definitions of views
}

// tableName identifies a table, in lower case because embedded engines ignore case.
type tableName struct{ database, schema, name string }

type tableDefinition struct {
	sql     string
	columns []dialect.Column // none if a column has more than a name and a type
}

func (e *execution) tableOf(node *plan.Node) tableName {
	database := cmp.Or(node.Schema.Database, e.Engine.DefaultDatabase())
	return tableName{strings.ToLower(database), strings.ToLower(node.Schema.Name), strings.ToLower(node.Name)}
}

// readDefinitions reads the definitions in the databases of the emptied tables.
func (e *execution) readDefinitions(ctx context.Context, emptied map[int]int) (*tableDefinitions, error) {
	known := &tableDefinitions{map[tableName]tableDefinition{}, map[string][]string{}, map[string]map[string]bool{}}
	databases := map[string]bool{}
	for position := range emptied {
		databases[e.tableOf(&e.Plan.Nodes[position]).database] = true
	}
	session, err := e.Engine.Session(ctx, e.Label)
	if err != nil {
		return nil, err
	}
	defer e.closeSession(session)
	for database := range databases {
		rows, err := session.Query(ctx, e.Engine.Dialect().TableDefinitions(database), maxDefinitions)
		if err != nil {
			return nil, err
		}
		for _, row := range rows.Values {
			known.add(database, row)
		}
	}
	return known, nil
}

// add adds a row of the query for definitions.
func (t *tableDefinitions) add(database string, row []any) {
	schema, name, definition := strings.ToLower(textOf(row[0])), strings.ToLower(textOf(row[1])), textOf(row[2])
	if row[3] == nil {
		t.views[name] = append(t.views[name], definition)
		return
	}
	found := tableDefinition{sql: definition}
	if !strings.Contains(strings.ToUpper(definition), "COLLATE") { // the list of columns has no collations
		found.columns = dialect.ReadColumns(textOf(row[3]))
	}
	t.tables[tableName{database, schema, name}] = found
}

// textOf returns a text of the engine's catalog; empty for any other value.
func textOf(value any) string {
	text, _ := value.(string)
	return text
}

// readsTable reports whether a statement seems to use the table of its node, directly or through views, except as the target of an
// INSERT, which starts with target. Such a statement depends on when the table was emptied, and a query that reads a new table sees
// the rows that the same statement inserts.
func (t *tableDefinitions) readsTable(statement, target, table string) bool {
	if query, isInsert := strings.CutPrefix(statement, target); isInsert {
		_, statement, _ = strings.Cut(query, ")\n")
	}
	names := map[string]bool{}
	addNames(names, statement)
	return t.leadTo(names, strings.ToLower(table), map[string]bool{})
}

// leadTo reports whether names contain a table, or a view that reads it. It does not visit names that were seen.
func (t *tableDefinitions) leadTo(names map[string]bool, table string, seen map[string]bool) bool {
	if names[table] {
		return true
	}
	for name := range names {
		if seen[name] {
			continue
		}
		seen[name] = true
		for _, definition := range t.views[name] {
			if t.names[definition] == nil {
				t.names[definition] = map[string]bool{}
				addNames(t.names[definition], definition)
			}
			if t.leadTo(t.names[definition], table, seen) {
				return true
			}
		}
	}
	return false
}

// addNames adds the words and the quoted names of a statement, in lower case.
func addNames(names map[string]bool, text string) {
	for _, token := range sqltext.Tokens(text) {
		if token.Kind == sqltext.Word || token.Kind == sqltext.QuotedIdentifier {
			names[strings.ToLower(strings.ReplaceAll(strings.Trim(token.Of(text), `"`), `""`, `"`))] = true
		}
	}
}
