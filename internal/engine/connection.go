package engine

import (
	"context"
	"fmt"
	"log/slog"
	"net/netip"
)

// Connection says how to reach an engine.
type Connection struct {
	Kind     string            // names the driver, such as duckdb or postgres
	Settings map[string]any    // as they came from JSON
	Secret   map[string]string // opened; never stored, logged or returned
	// Folder is where an embedded engine stores its files unless the settings name another folder, and where the DuckDB of a
	// lake stores temporary data. It belongs to one organization. Other engines ignore it.
	Folder string
	// Folders lists further folders that the operator lets an embedded engine or a lake use. Other engines ignore them.
	Folders []string
	// Databases says which databases an embedded engine attaches. nil attaches all files of its folder. Other engines ignore
	// it.
	Databases *Databases
	// CheckDial rejects an address that the server must not connect to. An engine on a network calls it before each
	// connection, after the name was resolved, with the database that the settings name. nil allows every address.
	CheckDial func(ctx context.Context, address netip.AddrPort, database string) error
}

// The folders of the files that Databases.Own names. An embedded engine lets SQL read no files in them.
const (
	EnvironmentFiles = "environments"
	WorkspaceFiles   = "workspaces"
)

// Databases are the databases of an environment or workspace in an embedded engine.
type Databases struct {
	// Own is the file of the default database, relative to the folder and without its extension, such as environments/12.
	// It is empty for environments and workspaces that share the file of the default database.
	Own string
	// Mapped lists the databases that mappings name, besides the default one, sorted by name. Those that share the file of
	// the default database see the mapped databases of each other. They should all list the databases of all of them:
	// an engine that adds a database waits until no session of the others is open.
	Mapped []MappedDatabase
}

// MappedDatabase is a database that a mapping names.
type MappedDatabase struct {
	Name     string
	ReadOnly bool
}

// Format prints a connection without settings and secret, whatever the verb.
func (c Connection) Format(state fmt.State, _ rune) {
	_, _ = fmt.Fprintf(state, "%s connection", c.Kind)
}

// LogValue logs what Format prints.
func (c Connection) LogValue() slog.Value { return slog.StringValue(c.Kind + " connection") }

// Info is what a connection test reports about an engine.
type Info struct {
	Version string // as the engine writes it, without its name
}
