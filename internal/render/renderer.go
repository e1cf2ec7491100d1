package render

import (
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/transform"
)

// Renderer renders the nodes of one project for one target. Create it with New.
type Renderer struct {
	types         *nodetype.Catalog
	target        Target
	nodes         index
	locations     []string
	dialectObject jinja.Value
	preludes      *preludes
	templates     *templates
	marker        marker
	haltsOnTest   bool // a failed test halts its node unless it is set to continue
}

// New returns a Renderer. It reports macros and templates that do not parse; their definitions are missing then, and
// everything else works.
func New(p *transform.Project, types *nodetype.Catalog, target Target) (*Renderer, []diagnostic.Diagnostic) {
	if target.Dialect == nil {
		target.Dialect, _ = dialect.Lookup("")
	}
	marker := newMarker()
	environment := jinja.NewEnvironment(jinja.Options{Filters: filters(), Tests: tests(), Globals: globals(), Raw: marker.protect})
	preludes, found := newPreludes(preludeInput{environment: environment, project: p, library: types.Prelude(), marker: marker})
	r := &Renderer{
		types:         types,
		target:        target,
		haltsOnTest:   p.Manifest.HaltOnTestFailure,
		nodes:         newIndex(p.Nodes),
		locations:     locationNames(p, target),
		dialectObject: target.Dialect.Object(),
		preludes:      preludes,
		templates:     &templates{environment: environment, preludes: preludes},
		marker:        marker,
	}
	found = append(found, r.checkPrinted(p)...)
	return r, append(found, r.templates.compileAll(p, types)...)
}

// With returns a Renderer for the project with these nodes added, or replacing the nodes with the same ids. It shares
// everything else.
func (r *Renderer) With(nodes ...*transform.Node) *Renderer {
	return r.edited(nodes, nil)
}

// Without returns a Renderer for the project without these nodes.
func (r *Renderer) Without(ids ...transform.NodeID) *Renderer {
	return r.edited(nil, ids)
}

func (r *Renderer) edited(put []*transform.Node, removed []transform.NodeID) *Renderer {
	next := *r
	next.nodes = r.nodes.with(put, removed)
	return &next
}

// locationNames returns the locations of the project, then those that only the target or a node names.
func locationNames(p *transform.Project, target Target) []string {
	more := map[string]bool{}
	for name := range target.Mappings {
		more[name] = true
	}
	for _, n := range p.Nodes {
		more[n.Location] = true
	}
	names := slices.Clone(p.Locations)
	for _, name := range sortedKeys(more) {
		if !slices.Contains(p.Locations, name) {
			names = append(names, name)
		}
	}
	return names
}

func (r *Renderer) hasLocation(name string) bool { return slices.Contains(r.locations, name) }
