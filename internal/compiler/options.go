package compiler

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// Options select what a project is compiled for.
type Options struct {
	Workspace  string         // a workspace of workspaces.yml; "" means workspace.yml, else the first by name
	Platform   string         // platformKind; "" means the one of data.yml
	Parameters map[string]any // override those of the workspace
	// Mappings are the mappings of an environment. They replace those of the workspace, and the parameters of the
	// workspace are not used then. Nil means the mappings of the workspace.
	Mappings        map[string]transform.Mapping
	DefaultDatabase string       // of locations without a mapping
	SchemaPrefix    string       // of the schemas of locations without a mapping
	Interrupt       func() error // called now and then; an error ends rendering. May be nil
	WithoutSQL      bool         // drop the stages of each node after the checks: they are a third of the memory
}

// platform returns the kind of engine that SQL is rendered for.
func (o Options) platform(p *transform.Project) string {
	return cmp.Or(o.Platform, p.Manifest.Platform)
}

// workspace returns the local mapping that the options name.
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
		Hint:    "use one of " + workspaceNames(p),
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

// mappings returns the mappings of the storage locations.
func (o Options) mappings(p *transform.Project) (transform.Workspace, []diagnostic.Diagnostic) {
	if o.Mappings != nil {
		return transform.Workspace{Locations: o.Mappings}, nil
	}
	return o.workspace(p)
}

// target returns the target that the SQL of the project is rendered for.
func (o Options) target(p *transform.Project) (render.Target, []diagnostic.Diagnostic) {
	workspace, found := o.mappings(p)
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
			Hint:    "use one of " + fmt.Sprint(slices.Sorted(slices.Values(enginekind.Names()))),
		})
	}
	target.Dialect = words
	return target, found
}
