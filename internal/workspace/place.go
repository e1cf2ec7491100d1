package workspace

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// place is what a workspace is compiled for.
type place struct {
	workspace  ids.Workspace
	connection ids.Connection
	platform   string // empty is the one that the project names
	mapped     map[string]transform.Mapping
	parameters json.RawMessage

	compiledFor map[string]transform.Mapping // the mappings that were used; follows from the rest and the project
}

// placeOf finds out what a workspace is compiled for: its connection, or the one that the organisation uses by default.
func (d *Desk) placeOf(ctx context.Context, w project.Workspace) (place, error) {
	at := place{workspace: w.ID, parameters: w.Settings.Parameters, mapped: map[string]transform.Mapping{}}
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

func (d *Desk) connection(ctx context.Context, w project.Workspace) (project.Connection, error) {
	if w.Settings.Connection == "" {
		return d.options.Connections.Default(ctx, w.Organization)
	}
	return d.options.Connections.Find(ctx, w.Organization, w.Settings.Connection)
}

func (at place) equal(other place) bool {
	return at.platform == other.platform && maps.Equal(at.mapped, other.mapped) && bytes.Equal(at.parameters, other.parameters)
}

// compile compiles a project for the place. Which locations hold sources is known for certain only afterwards; when the
// guess was wrong, it is compiled again.
func (at place) compile(files map[string]File) (*compiler.Compilation, place) {
	at.compiledFor = at.mappingsOf(guessLocations(files))
	folder := newTree(files)
	for try := 1; ; try++ {
		compiled := compiler.Compile(folder, compiler.Options{
			Platform: at.platform, DefaultDatabase: engine.DefaultDatabase(at.platform),
			Mappings: at.compiledFor, Parameters: readParameters(at.parameters),
		})
		wanted := at.mappings(compiled.Project)
		if maps.Equal(wanted, at.compiledFor) || try == mostGuesses {
			return compiled, at
		}
		at.compiledFor = wanted
	}
}

// target is where SQL of the place is rendered for.
func (at place) target(words *dialect.Dialect) render.Target {
	return render.Target{
		Dialect: words, Mappings: at.compiledFor, DefaultDatabase: engine.DefaultDatabase(at.platform), Parameters: readParameters(at.parameters),
	}
}

// mostGuesses is enough: the nodes and locations of a project do not depend on where the locations are.
const mostGuesses = 2

// mappings are where the locations of a project are.
func (at place) mappings(p *transform.Project) map[string]transform.Mapping {
	sources := map[string]bool{}
	for _, location := range p.Locations {
		sources[location] = false
	}
	for _, n := range p.Nodes {
		sources[n.Location] = sources[n.Location] || n.IsSource
	}
	return at.mappingsOf(sources)
}

// mappingsOf gives the mappings of locations, of which it is known whether they hold sources. A location that nobody has
// mapped has a schema of the workspace's own, so that two workspaces do not overwrite each other's tables; unless it holds
// sources, which are read where they are.
func (at place) mappingsOf(sources map[string]bool) map[string]transform.Mapping {
	mappings := maps.Clone(at.mapped)
	for location, hasSource := range sources {
		if _, isMapped := mappings[location]; !isMapped && !hasSource {
			mappings[location] = transform.Mapping{Schema: fmt.Sprintf("dev_%d_%s", at.workspace, location)}
		}
	}
	return mappings
}

// guessLocations reads off the names of files, and without parsing them, which locations there are and which hold sources.
func guessLocations(files map[string]File) map[string]bool {
	named, _ := projectfile.ParseLocations(locationsFile, string(files[locationsFile].Content))
	sources := map[string]bool{}
	for _, location := range named.Names {
		sources[location] = false
	}
	for file, content := range files {
		rest, isNode := strings.CutPrefix(file, projectfile.NodesFolder+"/")
		location, _, hasLocation := strings.Cut(rest, "-")
		if isNode && hasLocation {
			sources[location] = sources[location] || bytes.Contains(content.Content, []byte("type: sourceInput"))
		}
	}
	return sources
}

// locationsFile names the storage locations.
const locationsFile = "locations.yml"
