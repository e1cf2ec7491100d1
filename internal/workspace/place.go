package workspace

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// compileTarget is what a workspace is compiled for.
type compileTarget struct {
	workspace  ids.Workspace
	connection ids.Connection
	platform   string // empty is the one that the project names
	mapped     map[string]transform.Mapping
	parameters json.RawMessage
}

// placeOf finds out what a workspace is compiled for: its connection, or the one that the organization uses by default.
func (d *Service) placeOf(ctx context.Context, w project.Workspace) (compileTarget, error) {
	at := compileTarget{workspace: w.ID, parameters: w.Settings.Parameters, mapped: map[string]transform.Mapping{}}
	for location, mapping := range w.Settings.Mappings {
		at.mapped[location] = transform.Mapping{Database: mapping.Database, Schema: mapping.Schema}
	}
	connection, err := d.connection(ctx, w)
	if fault.Is(err, fault.NotFound) {
		return at, nil // what the project says can be looked at without an engine
	}
	at.connection, at.platform = connection.ID, string(connection.Platform)
	return at, err
}

func (d *Service) connection(ctx context.Context, w project.Workspace) (project.Connection, error) {
	if w.Settings.Connection == "" {
		return d.options.Connections.Default(ctx, w.Organization)
	}
	return d.options.Connections.Find(ctx, w.Organization, w.Settings.Connection)
}

func (at compileTarget) equal(other compileTarget) bool {
	return at.platform == other.platform && maps.Equal(at.mapped, other.mapped) && bytes.Equal(at.parameters, other.parameters)
}

// compile compiles a project for the place.
func (at compileTarget) compile(files map[string]File) *compiler.Compilation {
	return compiler.Compile(newTree(files), compiler.Options{
		Platform: at.platform, Mappings: at.mapped, DefaultDatabase: enginekind.DefaultDatabase(at.platform), SchemaPrefix: at.schemaPrefix(),
		Parameters: readParameters(at.parameters),
	})
}

// target is where SQL of the place is rendered for.
func (at compileTarget) target(words *dialect.Dialect) render.Target {
	return render.Target{
		Dialect: words, Mappings: at.mapped, DefaultDatabase: enginekind.DefaultDatabase(at.platform), SchemaPrefix: at.schemaPrefix(),
		Parameters: readParameters(at.parameters),
	}
}

// schemaPrefix gives what is built in a location that nobody has mapped a schema of the workspace's own: two workspaces do
// not overwrite each other's tables, nor those of an environment without mappings.
func (at compileTarget) schemaPrefix() string { return fmt.Sprintf("dev_%d_", at.workspace) }

// locationsFile names the storage locations.
const locationsFile = "locations.yml"
