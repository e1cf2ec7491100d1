package localrun

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// OpenExisting opens the data folder of earlier runs. It fails if no run has written to the folder, or if another process
// has it open.
func OpenExisting(ctx context.Context, folder string) (*DataFolder, error) {
	files, err := filepath.Glob(filepath.Join(escapeGlob(folder), "*.duckdb"))
	if err != nil {
		return nil, fault.Wrap(err, fault.Conflict, "cannot read the data folder %s", folder)
	}
	if len(files) == 0 {
		return nil, fault.New(fault.NotFound, "no local run has written to %s", folder).
			WithHint("Run the project with `millrace run` first, or pass the folder of its data with --data.")
	}
	opened, err := Open(ctx, folder)
	if err != nil {
		return nil, err
	}
	if err := opened.checkAttached(ctx, files); err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return opened, nil
}

// checkAttached returns the reason if a database file could not be attached, for example because another program has it
// open. The engine itself leaves such a file out, so that a damaged file does not prevent the use of the others.
func (f *DataFolder) checkAttached(ctx context.Context, files []string) error {
	session, err := f.engine.Session(ctx, observerLabel())
	if err != nil {
		return err
	}
	rows, err := session.Query(ctx, "SELECT lower(database_name) FROM duckdb_databases()", maxRecords)
	if err := errors.Join(err, session.Close()); err != nil {
		return err
	}
	attached := map[any]bool{}
	for _, values := range rows.Values {
		attached[values[0]] = true
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".duckdb")
		if attached[strings.ToLower(name)] {
			continue
		}
		if err := f.engine.Prepare(ctx, recordSchemas([]string{name})); err != nil {
			return err
		}
	}
	return nil
}

// escapeGlob quotes the characters of a path that have a meaning in a pattern.
func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// NodeRows returns the first rows of the table or view of a node.
func (f *DataFolder) NodeRows(ctx context.Context, c *compiler.Compilation, n *compiler.Node, limit int) (engine.Rows, error) {
	found, err := f.existing(ctx, c, []*compiler.Node{n})
	if err != nil {
		return engine.Rows{}, err
	}
	if len(found) == 0 {
		return engine.Rows{}, notBuilt(n)
	}
	session, err := f.engine.Session(ctx, observerLabel())
	if err != nil {
		return engine.Rows{}, err
	}
	defer func() { _ = session.Close() }()                                // it only reads
	return session.Query(ctx, "SELECT * FROM "+found[0].qualified, limit) //nolint:unqueryvet // all columns are asked for
}

func notBuilt(n *compiler.Node) error {
	return fault.New(fault.NotFound, "%s has no table or view in the data folder", n.Ref()).
		WithHint("%s", notBuiltHint(n))
}

func notBuiltHint(n *compiler.Node) string {
	return fmt.Sprintf("Build %s with `millrace run --select '+{ location: %s name: %s }'`.", n.Ref(), n.Location, n.Name)
}

// builtNode is a node that has a table or a view.
type builtNode struct {
	*compiler.Node

	schema    engine.Schema
	qualified string // the name of its table or view in SQL
}

// existing returns those of the nodes that have a table or a view.
func (f *DataFolder) existing(ctx context.Context, c *compiler.Compilation, nodes []*compiler.Node) ([]builtNode, error) {
	var schemas []engine.Schema
	for _, n := range nodes {
		schemas = append(schemas, f.schemaOf(c, n))
	}
	listed, err := f.engine.Catalog(ctx, uniqueSchemas(slices.Clone(schemas))...)
	if err != nil {
		return nil, err
	}
	names := map[objectKey]string{}
	for schema, relations := range listed {
		for _, relation := range relations {
			names[keyOf(schema, relation.Name)] = relation.Name
		}
	}
	var found []builtNode
	for i, n := range nodes {
		if name, ok := names[keyOf(schemas[i], n.Name)]; ok {
			found = append(found, builtNode{n, schemas[i], f.engine.Dialect().Qualify(schemas[i].Database, schemas[i].Name, name)})
		}
	}
	return found, nil
}

// schemaOf returns the schema of a node's table.
func (f *DataFolder) schemaOf(c *compiler.Compilation, n *compiler.Node) engine.Schema {
	mapping := c.Renderer.MappingOf(n.Node)
	schema := engine.Schema{Database: mapping.Database, Name: mapping.Schema}
	if schema.Database == "" {
		schema.Database = f.engine.DefaultDatabase()
	}
	return schema
}
