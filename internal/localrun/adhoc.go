package localrun

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/sqltext"
)

// Query runs a query that a user wrote and returns its first rows. In the query a node is NAME, if only one node has that
// name, LOCATION.NAME, or the full name of its table. A query cannot change the data.
func (f *DataFolder) Query(ctx context.Context, c *compiler.Compilation, query string, limit int) (engine.Rows, error) {
	query, err := asQueryText(query)
	if err != nil {
		return engine.Rows{}, err
	}
	session, err := f.engine.Session(ctx, observerLabel())
	if err != nil {
		return engine.Rows{}, err
	}
	defer func() { _ = session.Close() }() // its views are temporary
	named := namedIn(query, c)
	found, err := f.existing(ctx, c, named)
	if err != nil {
		return engine.Rows{}, err
	}
	for _, statement := range f.aliases(found) {
		if _, err := session.Exec(ctx, statement); err != nil {
			return engine.Rows{}, err
		}
	}
	rows, err := session.Query(ctx, query, limit)
	return rows, withQueryHint(err, named, found)
}

// asQueryText returns the text of a query for the engine. It rejects other statements with a clear error; the engine would
// not run them either.
func asQueryText(query string) (string, error) {
	switch word, _ := sqltext.LeadingWords(query); word {
	case "", "SELECT", "FROM", "WITH", "VALUES", "TABLE":
		return query, nil
	case "SHOW", "DESCRIBE", "DESC", "SUMMARIZE": // a query only in parentheses
		return "FROM (" + strings.TrimRight(query, " \t\r\n;") + "\n)", nil
	default:
		return "", fault.New(fault.Invalid, "%s is not a query", word).
			WithHint("Write a SELECT. The tables of a local run change only with `millrace run`.")
	}
}

// namedIn returns the nodes whose names occur in a query as words. Other words may be equal to the name of a node too.
func namedIn(query string, c *compiler.Compilation) []*compiler.Node {
	words := map[string]bool{}
	for _, token := range sqltext.Tokens(query) {
		switch text := token.Of(query); token.Kind {
		case sqltext.Word:
			words[strings.ToLower(text)] = true
		case sqltext.QuotedIdentifier:
			words[strings.ToLower(strings.ReplaceAll(strings.Trim(text, `"`), `""`, `"`))] = true
		default:
		}
	}
	var named []*compiler.Node
	for _, n := range c.Nodes() {
		if words[strings.ToLower(n.Name)] {
			named = append(named, n)
		}
	}
	return named
}

// aliases returns the statements that give nodes their short names, as views in the engine's own database, which is in
// memory: NAME if it is unique, and with the names of the location and of the schema in front. A schema with the name of
// a database would make names ambiguous, so it gets none; main is where names without a schema are looked for.
func (f *DataFolder) aliases(found []builtNode) []string {
	syntax := f.engine.Dialect()
	count, databases := map[string]int{}, map[string]bool{}
	for _, n := range found {
		count[strings.ToLower(n.Name)]++
		databases[strings.ToLower(n.schema.Database)] = true
	}
	var statements []string
	for _, n := range found {
		view := fmt.Sprintf("%s AS FROM %s", syntax.Quote(n.Name), n.qualified)
		if count[strings.ToLower(n.Name)] == 1 {
			statements = append(statements, "CREATE OR REPLACE TEMPORARY VIEW "+view)
		}
		prefixes := []string{n.Location, n.schema.Name}
		if strings.EqualFold(n.Location, n.schema.Name) {
			prefixes = prefixes[:1]
		}
		for _, prefix := range prefixes {
			if prefix == "" || strings.EqualFold(prefix, "main") || databases[strings.ToLower(prefix)] {
				continue
			}
			schema := syntax.Quote(prefix)
			statements = append(statements, "CREATE SCHEMA IF NOT EXISTS "+schema, "CREATE VIEW IF NOT EXISTS "+schema+"."+view)
		}
	}
	return statements
}

// withQueryHint adds to the error of a query what the user can do about a missing table.
func withQueryHint(err error, named []*compiler.Node, found []builtNode) error {
	if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "does not exist") {
		return err
	}
	known := *fault.From(err)
	known.Hint = "Write a node as NAME or LOCATION.NAME; `millrace graph` lists the nodes."
	for _, n := range named {
		if !slices.ContainsFunc(found, func(b builtNode) bool { return b.Node == n }) {
			known.Hint = notBuiltHint(n)
			break
		}
	}
	return &known
}
