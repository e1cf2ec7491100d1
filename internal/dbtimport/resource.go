package dbtimport

import (
	"strings"

	"github.com/google/uuid"

	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

// kind is the kind of a resource.
type kind string

// The kinds of resources that become nodes.
const (
	modelKind    kind = "model"
	seedKind     kind = "seed"
	snapshotKind kind = "snapshot"
	sourceKind   kind = "source"
)

// resource is a part of the dbt project that becomes a node.
type resource struct {
	kind   kind
	pkg    *dbtPackage
	name   string // in dbt; that of a source is source.table
	file   string // in the report
	line   int    // of its definition in the file
	text   string // SQL of a model or a snapshot
	csv    string // path of the CSV of a seed, in its package
	python bool

	config     config
	properties *yamldoc.Node // of YAML files; nil if there are none
	describes  string        // the YAML file with the properties
	mentions   []string      // exposures that use it

	node      transform.NodeRef
	refs      []*resource
	tests     []nodeTest
	problems  []problem // why it is not deployed
	result    *transform.Node
	body      string // translated
	early     []edit // removes the config calls
	watermark string // column of @watermark
	offset    int    // lines of the file of the node before the first line of text
}

// id returns the id of the node. It depends on the name in dbt only, so that it stays the same in all imports.
func (r *resource) id() transform.NodeID {
	return transform.NodeID(uuid.NewSHA1(uuid.NameSpaceURL, []byte("dbt:"+string(r.kind)+"."+r.pkg.name+"."+r.name)).String())
}

// isBuilt reports whether the resource is a table or view that dbt creates.
func (r *resource) isBuilt() bool { return r.kind != sourceKind }

// lookup finds the model, seed or snapshot that a ref in a package names: in the package itself, then in the project, then
// in the other packages.
func (x *conversion) lookup(from *dbtPackage, names []string, version string) *resource {
	wanted := names[len(names)-1]
	if version != "" {
		wanted += "_v" + version
	}
	if len(names) == 2 {
		if p := x.packageNamed(names[0]); p != nil {
			return x.named(p, wanted)
		}
		return nil
	}
	for _, p := range append([]*dbtPackage{from}, x.packages...) {
		if found := x.named(p, wanted); found != nil {
			return found
		}
	}
	return nil
}

// named returns the resource of a package. A name without its version is that of the latest version.
func (x *conversion) named(p *dbtPackage, name string) *resource {
	if found := x.byName[p][name]; found != nil {
		return found
	}
	if found := x.byName[p][x.latest[name]]; found != nil {
		return found
	}
	var latest *resource
	for candidate, r := range x.byName[p] {
		version, isVersion := strings.CutPrefix(candidate, name+"_v")
		if !isVersion || strings.Trim(version, "0123456789") != "" {
			continue
		}
		if latest == nil || len(candidate) > len(latest.name) || len(candidate) == len(latest.name) && candidate > latest.name {
			latest = r
		}
	}
	return latest
}

// source finds a source.
func (x *conversion) source(source, table string) *resource { return x.sources[source+"."+table] }

// dispatched finds the macro that a dispatch calls for the platform.
func (x *conversion) dispatched(from *dbtPackage, name, namespace string) *macro {
	for _, p := range x.dispatchOrder(from, namespace) {
		for _, prefix := range []string{x.platform, "default"} {
			if m := p.macros[prefix+"__"+name]; m != nil {
				return m
			}
		}
	}
	return nil
}

// dispatchOrder returns the packages in which a dispatch searches: those of the settings, else the project and the package.
func (x *conversion) dispatchOrder(from *dbtPackage, namespace string) []*dbtPackage {
	for _, one := range items(x.packages[0].settings.root.Get("dispatch")) {
		if text(one.Get("macro_namespace")) != namespace {
			continue
		}
		var order []*dbtPackage
		for _, searched := range texts(one.Get("search_order")) {
			if p := x.packageNamed(searched); p != nil {
				order = append(order, p)
			}
		}
		return order
	}
	if own := x.packageNamed(namespace); own != nil {
		from = own
	}
	return []*dbtPackage{x.packages[0], from}
}

// identifier replaces all characters that a name of a node or a location cannot have.
func identifier(name string) string {
	return strings.Map(func(c rune) rune {
		if c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			return c
		}
		return '_'
	}, name)
}
