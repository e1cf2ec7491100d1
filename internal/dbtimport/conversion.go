package dbtimport

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"strings"

	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// conversion is one import.
type conversion struct {
	platform string
	report   *Report
	// environment compiles macros, to find those that do not.
	environment *jinja.Environment

	packages   []*dbtPackage // the project first
	macroFiles []*macroFile
	resources  []*resource
	byName     map[*dbtPackage]map[string]*resource // models, seeds and snapshots
	latest     map[string]string                    // model without version → with its latest version
	sources    map[string]*resource                 // by source.table
	replaced   map[*resource]bool                   // sources that are nodes of other resources
	properties []properties
	exposures  []properties
	members    map[string][]*resource // of subgraphs
	catalog    map[string][]catalogColumn
	locations  locations

	used          map[string]bool // objects and functions of dbt that texts use
	usedFunctions map[string]bool // those of the package dbt
	files         map[string][]byte
}

// convert reads a dbt project and returns the files of the new project.
func convert(fsys fs.FS, platform string, report *Report) (*conversion, error) {
	x := &conversion{
		platform: platform, report: report, environment: newEnvironment(),
		byName: map[*dbtPackage]map[string]*resource{}, latest: map[string]string{}, sources: map[string]*resource{}, replaced: map[*resource]bool{},
		members: map[string][]*resource{}, catalog: map[string][]catalogColumn{},
		used: map[string]bool{}, usedFunctions: map[string]bool{}, files: map[string][]byte{},
	}
	if err := x.openPackages(fsys); err != nil {
		return nil, err
	}
	if err := x.read(); err != nil {
		return nil, err
	}
	x.applyProperties()
	for _, r := range x.resources {
		r.early = x.readConfigCalls(r)
	}
	x.locate()
	x.translateMacros()
	for _, r := range x.resources {
		if r.kind == modelKind || r.kind == snapshotKind {
			x.translateBody(r)
		}
	}
	x.readTests()
	if err := x.readSingularTests(x.packages[0]); err != nil {
		return nil, err
	}
	x.applyExposures()
	if err := x.convertResources(); err != nil {
		return nil, err
	}
	x.leaveSettings()
	x.leaveConfigs()
	x.applyTags()
	x.buildFiles()
	return x, nil
}

// read finds everything in the folders of all packages.
func (x *conversion) read() error {
	if err := x.readMacros(); err != nil {
		return err
	}
	for _, p := range x.packages {
		for _, step := range []func(*dbtPackage) error{x.readSeeds, x.readModels, x.readSnapshots, x.readDocFolders, x.readAnalyses} {
			if err := step(p); err != nil {
				return err
			}
		}
	}
	return x.readCatalog()
}

// readAnalyses reports queries that dbt compiles and does not run.
func (x *conversion) readAnalyses(p *dbtPackage) error {
	if !p.isRoot {
		return nil
	}
	for _, folder := range p.settings.paths("analysis-paths", "", "analyses") {
		files, err := p.find(folder)
		if err != nil {
			return err
		}
		for _, file := range files {
			if path.Ext(file) == ".sql" {
				x.report.add(Entry{File: p.shown(file), Action: Left, Message: "an analysis is no node", Hint: "Run the query with `millrace query`."})
			}
		}
	}
	return nil
}

func (x *conversion) convertResources() error {
	for _, r := range x.resources {
		switch {
		case x.replaced[r]:
		case r.kind == sourceKind:
			x.convertSource(r)
		case r.kind == seedKind:
			if err := x.convertSeed(r); err != nil {
				return err
			}
		default:
			x.convertModel(r)
		}
	}
	return nil
}

// leaveSettings reports keys of dbt_project.yml without a counterpart.
func (x *conversion) leaveSettings() {
	root := x.packages[0]
	for _, key := range []string{"on-run-start", "on-run-end", "query-comment"} {
		if set := root.settings.root.Get(key); set != nil && !set.IsNull() && (len(texts(set)) > 0 || set.Len() > 0) {
			x.report.add(Entry{
				File: settingsFile, Line: line(set), Action: Left, Message: key + " has no counterpart: it runs once for a whole run of dbt",
				Hint: "Put the statement into @preSQL or @postSQL of a node, or into the tool that starts the run.",
			})
		}
	}
	for _, p := range x.packages {
		x.report.add(Entry{File: p.shown(settingsFile), Action: Taken, Message: fmt.Sprintf("%s, settings of folders", counted(len(p.variables), "variable"))})
	}
}

// buildFiles writes all files of the new project.
func (x *conversion) buildFiles() {
	project := &transform.Project{
		Manifest:   transform.Manifest{Version: 3, DefaultStorageMapping: defaultLocation, Platform: x.platform, HaltOnTestFailure: true},
		Locations:  x.locations.names,
		Workspaces: []transform.Workspace{{Profile: "local", Locations: x.locations.mappings, Parameters: map[string]any{}}},
		Environments: []transform.Environment{
			{ID: "1", Name: "Production", Mappings: x.locations.mappings},
		},
		Subgraphs: x.subgraphs(),
	}
	if functions := x.functions(); strings.Contains(functions.Text, "{%-") {
		project.Macros = append(project.Macros, functions)
	}
	for _, f := range x.macroFiles {
		if len(f.macros) > 0 {
			project.Macros = append(project.Macros, transform.Macro{ID: f.id(), Name: macrosName, Text: strings.TrimRight(f.result, "\n")})
		}
	}
	for _, r := range x.resources {
		if r.result != nil && !x.replaced[r] {
			project.Nodes = append(project.Nodes, r.result)
		}
	}
	x.report.Nodes = len(project.Nodes)
	maps.Copy(x.files, projectfile.Files(project))
	x.files[".gitignore"] = []byte("# Where the tables are on this machine: everybody has their own.\n/workspace.yml\n")
}

// counted returns a number with its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
