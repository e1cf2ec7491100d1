package compiler

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// Options say for which place a project is compiled.
type Options struct {
	Workspace  string         // a workspace of workspaces.yml; "" takes workspace.yml, else the first by name
	Platform   string         // platformKind; "" takes the one of data.yml
	Parameters map[string]any // laid over those of the workspace
	// Mappings are where the storage locations are, in the place of the workspace's and with its parameters left out. They
	// are for an environment; nil takes the workspace's.
	Mappings        map[string]transform.Mapping
	DefaultDatabase string       // of locations that are mapped nowhere
	SchemaPrefix    string       // of the schemas of what is built in locations that are mapped nowhere
	Interrupt       func() error // asked now and then; an error ends rendering. May be nil
	WithoutSQL      bool         // let go of the stages of each node once they were looked at: they are a third of the memory
}

// platform returns the kind of warehouse that SQL is written for.
func (o Options) platform(p *transform.Project) string {
	return cmp.Or(o.Platform, p.Manifest.Platform)
}

// workspace picks the local mapping that the options ask for.
func (o Options) workspace(p *transform.Project) (transform.Workspace, []diagnostic.Diagnostic) {
	for _, w := range p.Workspaces {
		if w.Name == o.Workspace {
			return w, nil
		}
	}
	if o.Workspace == "" {
		if len(p.Workspaces) > 0 {
			return p.Workspaces[0], nil
		}
		return transform.Workspace{}, nil
	}
	return transform.Workspace{}, []diagnostic.Diagnostic{{
		Code: diagnostic.UnknownWorkspace, Severity: diagnostic.Error, File: "workspaces.yml",
		Message: fmt.Sprintf("there is no workspace %q", o.Workspace),
		Hint:    "name one of " + workspaceNames(p),
	}}
}

func workspaceNames(p *transform.Project) string {
	names := make([]string, 0, len(p.Workspaces))
	for _, w := range p.Workspaces {
		if w.Name != "" {
			names = append(names, w.Name)
		}
	}
	if len(names) == 0 {
		return "those of workspaces.yml, which is missing or empty"
	}
	return strings.Join(names, ", ")
}

// nameSubstitution is where the storage locations are.
func (o Options) place(p *transform.Project) (transform.Workspace, []diagnostic.Diagnostic) {
	if o.Mappings != nil {
		return transform.Workspace{Locations: o.Mappings}, nil
	}
	return o.workspace(p)
}

// target is where the SQL of the project will run.
func (o Options) target(p *transform.Project) (render.Target, []diagnostic.Diagnostic) {
	workspace, found := o.place(p)
	parameters := maps.Clone(workspace.Parameters)
	if parameters == nil {
		parameters = map[string]any{}
	}
	maps.Copy(parameters, o.Parameters)
	target := render.Target{
		Mappings: workspace.Locations, DefaultDatabase: o.DefaultDatabase, SchemaPrefix: o.SchemaPrefix,
		Parameters: parameters, Interrupt: o.Interrupt,
	}
	words, ok := dialect.Lookup(o.platform(p))
	if !ok {
		words, _ = dialect.Lookup("")
		found = append(found, diagnostic.Diagnostic{
			Code: diagnostic.UnknownPlatform, Severity: diagnostic.Error, File: p.Manifest.File,
			Message: fmt.Sprintf("platformKind %q is not known", o.platform(p)),
			Hint:    "use one of " + fmt.Sprint(slices.Sorted(slices.Values(dialect.Kinds()))),
		})
	}
	target.Dialect = words
	return target, found
}
