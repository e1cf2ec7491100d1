package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/planner"
	"github.com/millrace/millrace/internal/snapshot"
	"github.com/millrace/millrace/internal/transform"
)

// files are a project on DuckDB: file contents by path.
type files map[string][]byte

func newFiles(locations ...string) files {
	f := files{}
	f.putf("data.yml", "defaultStorageMapping: %s\nfileVersion: 3\nplatformKind: duckdb\n", locations[0])
	f.putf("locations.yml", "defaultStorageMapping: %s\nfileVersion: 1\nlocations:\n  - %s\n", locations[0], strings.Join(locations, "\n  - "))
	return f
}

func (f files) putf(path, format string, args ...any) { f[path] = fmt.Appendf(nil, format, args...) }

// stage adds a table that a refresh empties and fills from a query.
func (f files) stage(number int, name, query string) {
	f.putf("nodes/STG-"+name+".sql", "@id(\"%s\")\n@nodeType(\"Stage\")\n\n%s\n", identity(number), query)
}

// identity returns the id of the project's node or column with the given number.
func identity(number int) string { return fmt.Sprintf("5d0c2a94-1f7e-4c35-9b60-%012d", number) }

// plannedProject is a project, the mappings that it is deployed with, and its plans.
type plannedProject struct {
	files    files
	mappings map[string]transform.Mapping
	install  plan.Plan // creates the objects of the nodes
	refresh  plan.Plan // loads the nodes
	best     plan.Plan // loads the nodes with the driver's fastest statements
	replaced int       // the number of tables that best replaces
}

// newPlannedProject plans what the platform will do with a project on DuckDB, so that the driver can execute the same statements
// without the platform.
func newPlannedProject(f files, mappings map[string]transform.Mapping) (plannedProject, error) {
	return newPlannedProjectOn(enginekind.DuckDB, f, mappings)
}

// newPlannedProjectOn is newPlannedProject for a kind of engine.
func newPlannedProjectOn(kind string, f files, mappings map[string]transform.Mapping) (plannedProject, error) {
	s := plannedProject{files: f, mappings: mappings}
	if s.mappings == nil {
		s.mappings = map[string]transform.Mapping{}
	}
	snapshot, err := snapshot.PackFiles(f)
	if err != nil {
		return s, err
	}
	folder, err := snapshot.Open()
	if err != nil {
		return s, err
	}
	compiled := compiler.Compile(folder, compiler.Options{
		Platform: kind, Mappings: s.mappings, DefaultDatabase: enginekind.DefaultDatabase(kind),
	})
	for _, found := range compiled.Diagnostics {
		if found.Severity == diagnostic.Error {
			return s, errors.New(found.String())
		}
	}
	if s.install, err = planner.Install(compiled); err != nil {
		return s, err
	}
	if s.refresh, _, err = planner.Refresh(compiled, "", ""); err != nil {
		return s, err
	}
	s.best, s.replaced = bestForm(s.refresh)
	return s, nil
}

// write writes the files to a folder.
func (f files) write(folder string) error {
	for path, content := range f {
		name := filepath.Join(folder, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(name), 0o750); err != nil {
			return err
		}
		if err := os.WriteFile(name, content, 0o600); err != nil {
			return err
		}
	}
	return nil
}
