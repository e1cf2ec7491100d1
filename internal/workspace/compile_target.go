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
	platform   string // empty selects that of the project
	mapped     map[string]transform.Mapping
	parameters json.RawMessage
}

// compileTargetOf returns what a workspace is compiled for: its connection, or the organization's default connection.
func (s *Service) compileTargetOf(ctx context.Context, w project.Workspace) (compileTarget, error) {
	target := compileTarget{workspace: w.ID, parameters: w.Settings.Parameters, mapped: map[string]transform.Mapping{}}
	for location, mapping := range w.Settings.Mappings {
		target.mapped[location] = transform.Mapping{Database: mapping.Database, Schema: mapping.Schema}
	}
	connection, err := s.connection(ctx, w)
	if fault.Is(err, fault.NotFound) {
		return target, nil // a project can be read without an engine
	}
	target.connection, target.platform = connection.ID, string(connection.Platform)
	return target, err
}

func (s *Service) connection(ctx context.Context, w project.Workspace) (project.Connection, error) {
	if w.Settings.Connection == "" {
		return s.options.Connections.Default(ctx, w.Organization)
	}
	return s.options.Connections.Find(ctx, w.Organization, w.Settings.Connection)
}

func (target compileTarget) equal(other compileTarget) bool {
	return target.platform == other.platform && maps.Equal(target.mapped, other.mapped) && bytes.Equal(target.parameters, other.parameters)
}

// compile compiles a project for the target.
func (target compileTarget) compile(files map[string]File) *compiler.Compilation {
	return compiler.Compile(newTree(files), compiler.Options{
		Platform: target.platform, Mappings: target.mapped, DefaultDatabase: enginekind.DefaultDatabase(target.platform), SchemaPrefix: target.schemaPrefix(),
		Parameters: readParameters(target.parameters),
	})
}

// renderTarget returns what SQL of the target is rendered for.
func (target compileTarget) renderTarget(syntax *dialect.Dialect) render.Target {
	return render.Target{
		Dialect: syntax, Mappings: target.mapped, DefaultDatabase: enginekind.DefaultDatabase(target.platform), SchemaPrefix: target.schemaPrefix(),
		Parameters: readParameters(target.parameters),
	}
}

// schemaPrefix is the prefix of schemas of locations without a mapping. It keeps workspaces from overwriting each
// other's tables and those of an environment without mappings.
func (target compileTarget) schemaPrefix() string { return fmt.Sprintf("dev_%d_", target.workspace) }

// locationsFile lists the storage locations.
const locationsFile = "locations.yml"
