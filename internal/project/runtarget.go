package project

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/ids"
)

// EngineUse says over which connection an engine is opened, and for which environment or workspace.
type EngineUse struct {
	Organization ids.Organization
	Connection   ids.Connection  // empty means that of the target
	Target       ids.Environment // of an environment or a workspace: they share one sequence
}

// RunTarget is an environment or workspace with what decides about the data that it reaches.
type RunTarget struct {
	ID          ids.Environment // of the environment or the workspace
	IsWorkspace bool
	Project     ids.Project
	Name        string
	Connection  Connection // the default one if the target names none
	// OwnFile is the file of the default database in an embedded engine, without its extension. It is empty for those from
	// before such files, which share one.
	OwnFile        string
	Mappings       map[string]Mapping
	ConnectionUser string
	SealedSecret   string
}

// RunTargetStore finds environments and workspaces.
type RunTargetStore interface {
	// Find returns the environment or workspace with a number.
	Find(ctx context.Context, organization ids.Organization, id ids.Environment) (RunTarget, error)
	// Mapped returns all environments and workspaces with mappings.
	Mapped(ctx context.Context, organization ids.Organization) ([]RunTarget, error)
}

// OwnFile returns the name of the own file of an environment or a workspace in embedded engines. Numbers are not reused, so
// a file belongs to one of them for ever. Organizations may share a folder, and each counts for itself.
func OwnFile(organization ids.Organization, id ids.Environment, isWorkspace bool) string {
	folder := engine.EnvironmentFiles
	if isWorkspace {
		folder = engine.WorkspaceFiles
	}
	return folder + "/" + string(organization) + "-" + ids.FormatNumber(id)
}

// String names the target in errors.
func (t *RunTarget) String() string {
	if t.IsWorkspace {
		return fmt.Sprintf("workspace %d (%s)", t.ID, t.Name)
	}
	return fmt.Sprintf("environment %d (%s)", t.ID, t.Name)
}

// Server identifies the databases that a connection leads to. Connections with equal servers reach the same databases.
func (c *Connection) Server() string {
	text := func(name string) string {
		if value, isSet := c.Settings[name]; isSet && value != nil {
			return fmt.Sprint(value)
		}
		return ""
	}
	switch c.Platform {
	case DuckDB:
		return fmt.Sprintf("duckdb %q", c.folder(text("path")))
	case DuckLake:
		host := strings.TrimSuffix(strings.ToLower(text("host")), ".")
		return fmt.Sprintf("ducklake %q %s %q %q", host, cmp.Or(text("port"), "5432"), text("database"), cmp.Or(text("catalogSchema"), "public"))
	case Postgres:
		host := strings.TrimSuffix(strings.ToLower(text("host")), ".")
		return fmt.Sprintf("postgres %q %s %q", host, cmp.Or(text("port"), "5432"), text("database"))
	case Trino:
		address, _ := url.Parse(strings.ToLower(text("url")))
		if address == nil || address.Host == "" {
			return fmt.Sprintf("connection %q", c.ID)
		}
		defaultPorts := map[string]string{"http": "80", "https": "443"}
		return fmt.Sprintf("trino %q %s", strings.TrimSuffix(address.Hostname(), "."), cmp.Or(address.Port(), defaultPorts[address.Scheme]))
	case Snowflake:
		return fmt.Sprintf("snowflake %q", strings.ToLower(text("account")))
	default:
		return fmt.Sprintf("connection %q", c.ID)
	}
}

// folder returns the folder of an embedded connection, relative to that of the organization if it is inside. The folder of
// an organization has its id as its name.
func (c *Connection) folder(setting string) string {
	cleaned := path.Clean("/" + setting)
	if _, inside, isInside := strings.Cut(cleaned+"/", "/"+string(c.Organization)+"/"); isInside && strings.HasPrefix(setting, "/") {
		return strings.Trim(inside, "/")
	}
	if strings.HasPrefix(setting, "/") {
		return cleaned
	}
	return strings.Trim(cleaned, "/")
}

// fold returns the form of a name in which the engine of the connection compares names.
func (c *Connection) fold(name string) string {
	if syntax, isKnown := dialect.Lookup(string(c.Platform)); isKnown {
		return syntax.Comparable(name)
	}
	return name
}

// isDefaultDatabase reports whether a mapping's database is the default one of an embedded engine.
func (c *Connection) isDefaultDatabase(name string) bool {
	return name == "" || c.fold(name) == c.fold(enginekind.DefaultDatabase(string(c.Platform)))
}

// databases returns the databases that the target attaches in an embedded engine. mapped are all targets with mappings.
// Those that share the file of the default database share an instance of the engine, so each attaches what all of them map.
func (t *RunTarget) databases(over *Connection, mapped []RunTarget) *engine.Databases {
	readOnly := map[string]bool{}
	t.addDatabases(readOnly, over, mapped)
	if t.OwnFile == "" {
		for i := range mapped {
			if mapped[i].OwnFile == "" && mapped[i].Connection.Server() == over.Server() {
				mapped[i].addDatabases(readOnly, over, mapped)
			}
		}
	}
	databases := &engine.Databases{Own: t.OwnFile}
	for _, name := range slices.Sorted(maps.Keys(readOnly)) {
		databases.Mapped = append(databases.Mapped, engine.MappedDatabase{Name: name, ReadOnly: readOnly[name]})
	}
	return databases
}

// addDatabases adds the databases that the target maps, and whether it only reads them. A workspace only reads what an
// environment maps.
func (t *RunTarget) addDatabases(readOnly map[string]bool, over *Connection, mapped []RunTarget) {
	for _, mapping := range t.Mappings {
		if over.isDefaultDatabase(mapping.Database) {
			continue
		}
		name := over.fold(mapping.Database)
		isReadOnly := mapping.ReadOnly || t.IsWorkspace && isOfEnvironment(name, over, mapped)
		before, isKnown := readOnly[name]
		readOnly[name] = isReadOnly && (before || !isKnown)
	}
}

// mapsDatabases reports whether the target maps databases other than the default one.
func (t *RunTarget) mapsDatabases(over *Connection) bool {
	for _, mapping := range t.Mappings {
		if !over.isDefaultDatabase(mapping.Database) {
			return true
		}
	}
	return false
}

// isOfEnvironment reports whether an environment maps a database of a connection's server.
func isOfEnvironment(database string, over *Connection, mapped []RunTarget) bool {
	server := over.Server()
	for i := range mapped {
		other := &mapped[i]
		if other.IsWorkspace || other.Connection.Server() != server {
			continue
		}
		for _, mapping := range other.Mappings {
			if over.fold(mapping.Database) == database {
				return true
			}
		}
	}
	return false
}
