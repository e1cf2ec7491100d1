package workspace

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/transform"
)

// Limits of a level of a catalog.
const (
	maxCatalogEntries = 1_000
	maxCatalogName    = 200 // characters
)

// CatalogLevel is a level of an engine's catalog.
type CatalogLevel string

// The levels.
const (
	CatalogDatabases CatalogLevel = "databases"
	CatalogSchemas   CatalogLevel = "schemas"
	CatalogTables    CatalogLevel = "tables"
	CatalogColumns   CatalogLevel = "columns"
)

// CatalogPath says which entries of a catalog to list: the databases if it is empty, or what is in the last of its names.
type CatalogPath struct {
	Database, Schema, Table string
	Text                    string // only entries whose name contains it
}

// Catalog is a level of the catalog of a workspace's engine.
type Catalog struct {
	Level   CatalogLevel
	Entries []CatalogEntry
	More    bool // there are more entries than the limit
}

// CatalogEntry is a database, schema, table, view or column.
type CatalogEntry struct {
	Name      string
	IsDefault bool // the database of locations whose mappings name none
	IsView    bool
	DataType  string
	Nullable  bool
	Locations []string // of the workspace that lead to a schema
	Nodes     []string // of the workspace whose object is a table or view
}

// level returns the level of a path, or a fault if a name is missing or too long.
func (p *CatalogPath) level() (CatalogLevel, error) {
	for _, name := range []string{p.Database, p.Schema, p.Table, p.Text} {
		if utf8.RuneCountInString(name) > maxCatalogName || strings.ContainsRune(name, 0) {
			return "", fault.New(fault.Invalid, "a name of the catalog is longer than %d characters, or contains a null character", maxCatalogName).
				WithHint("Send the names that the level above lists.")
		}
	}
	switch {
	case p.Database == "" && p.Schema+p.Table != "":
		return "", fault.New(fault.Invalid, "database is missing").WithHint("Send database with schema and table.")
	case p.Schema == "" && p.Table != "":
		return "", fault.New(fault.Invalid, "schema is missing").WithHint("Send schema with table.")
	case p.Table != "":
		return CatalogColumns, nil
	case p.Schema != "":
		return CatalogTables, nil
	case p.Database != "":
		return CatalogSchemas, nil
	default:
		return CatalogDatabases, nil
	}
}

// Catalog lists a level of the engine's catalog. The engine is opened for the workspace, so it lists what SQL of the
// workspace can reach.
func (s *Service) Catalog(ctx context.Context, organization ids.Organization, id ids.Workspace, path CatalogPath) (Catalog, error) {
	level, err := path.level()
	if err != nil {
		return Catalog{}, err
	}
	v, err := s.CurrentRevision(ctx, organization, id)
	if err != nil {
		return Catalog{}, err
	}
	queries, ok := catalogQueries()[v.target.platform]
	if !ok {
		return Catalog{}, fault.New(fault.Unsupported, "the catalog of connections of kind %s cannot be listed", v.target.platform).
			WithHint("Create the sources with their columns instead.")
	}
	opened, release, err := s.engine(ctx, v)
	if err != nil {
		return Catalog{}, err
	}
	defer release()
	within, stop := s.previewContext(ctx)
	defer stop()
	rows, err := queryAndRollBack(within, opened, queries.of(level, path, opened.Dialect()), maxCatalogEntries)
	if err != nil {
		if ctx.Err() == nil && within.Err() != nil {
			err = fault.Wrap(err, fault.Unavailable, "the catalog of the connection was not read within %s", s.options.PreviewTimeout).
				WithHint("Try again, or test the connection.")
		}
		return Catalog{}, err
	}
	found := Catalog{Level: level, More: rows.More, Entries: make([]CatalogEntry, len(rows.Values))}
	for i, row := range rows.Values {
		found.Entries[i] = readCatalogEntry(level, row)
	}
	v.annotate(&found, path, opened)
	return found, nil
}

func readCatalogEntry(level CatalogLevel, row []any) CatalogEntry {
	entry := CatalogEntry{Name: fmt.Sprint(row[0])}
	switch level {
	case CatalogTables:
		entry.IsView = row[1] == true
	case CatalogColumns:
		entry.DataType, entry.Nullable = fmt.Sprint(row[1]), row[2] == true
	case CatalogDatabases, CatalogSchemas:
	}
	return entry
}

// annotate adds what the workspace has of the entries.
func (v *Revision) annotate(found *Catalog, path CatalogPath, opened engine.Engine) {
	names := catalogNames{opened.Dialect(), opened.DefaultDatabase()}
	if found.Level == CatalogDatabases {
		names.addDefault(found, path.Text)
	}
	for i := range found.Entries {
		entry := &found.Entries[i]
		switch found.Level {
		case CatalogDatabases:
			entry.IsDefault = names.isDefault(entry.Name)
		case CatalogSchemas:
			entry.Locations = v.locationsOf(names, path.Database, entry.Name)
		case CatalogTables, CatalogColumns:
		}
	}
	if found.Level == CatalogTables {
		v.addNodes(found.Entries, names, path)
	}
}

// locationsOf returns the locations whose sources are in a schema.
func (v *Revision) locationsOf(names catalogNames, database, schema string) []string {
	var found []string
	for _, location := range v.Compilation.Project.Locations {
		mapping := v.Compilation.Renderer.MappingOf(&transform.Node{Location: location, IsSource: true})
		if names.isSame(mapping, database, schema) {
			found = append(found, location)
		}
	}
	return found
}

// addNodes adds the nodes whose objects are the tables and views of a schema.
func (v *Revision) addNodes(entries []CatalogEntry, names catalogNames, path CatalogPath) {
	byName := make(map[string]*CatalogEntry, len(entries))
	for i := range entries {
		byName[names.Comparable(entries[i].Name)] = &entries[i]
	}
	for _, n := range v.Compilation.Nodes() {
		if !names.isSame(v.Compilation.Renderer.MappingOf(n.Node), path.Database, path.Schema) {
			continue
		}
		if entry := byName[names.Comparable(n.Name)]; entry != nil {
			entry.Nodes = append(entry.Nodes, n.Ref().String())
		}
	}
	for i := range entries {
		slices.Sort(entries[i].Nodes)
	}
}

// catalogNames compares names as the engine does.
type catalogNames struct {
	*dialect.Dialect

	defaultDatabase string // empty if the engine has one database, which qualified names leave out
}

// addDefault adds the default database of an embedded engine, which does not exist before the first run of the workspace.
func (n catalogNames) addDefault(found *Catalog, text string) {
	isListed := slices.ContainsFunc(found.Entries, func(e CatalogEntry) bool { return n.isDefault(e.Name) })
	if !isListed && n.defaultDatabase != "" && strings.Contains(strings.ToLower(n.defaultDatabase), strings.ToLower(text)) {
		found.Entries = append(found.Entries, CatalogEntry{Name: n.defaultDatabase})
	}
}

func (n catalogNames) isDefault(database string) bool {
	return n.defaultDatabase == "" || n.Comparable(database) == n.Comparable(n.defaultDatabase)
}

func (n catalogNames) isSame(mapping transform.Mapping, database, schema string) bool {
	mapped := cmp.Or(mapping.Database, n.defaultDatabase)
	isDatabase := mapped == "" && n.isDefault(database) || n.Comparable(mapped) == n.Comparable(database)
	return isDatabase && n.Comparable(mapping.Schema) == n.Comparable(schema)
}
