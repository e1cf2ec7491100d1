package projectfile

import (
	"cmp"
	"fmt"
	"path"
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/transform"
)

// assembly combines the parts of a project in the order of their paths.
type assembly struct {
	project     *transform.Project
	found       []diagnostic.Diagnostic
	hasManifest bool
	old         *oldManifest // data.yml in one of its first forms; nil otherwise
	locations   Locations
	packages    []containedPackage
	workers     int
}

// containedPackage is a package with its file and its folder.
type containedPackage struct {
	folder string // the name of the folder, and of the file without its extension
	file   *transform.Package
	types  []transform.NodeType
	macros []transform.Macro
	isHere bool // its folder is in the repository
}

// contained records the packages whose folders exist.
func (a *assembly) contained(aliases []string) {
	for _, alias := range aliases {
		a.pack(alias).isHere = true
	}
}

// pack returns the package of a folder name.
func (a *assembly) pack(folder string) *containedPackage {
	for i := range a.packages {
		if a.packages[i].folder == folder {
			return &a.packages[i]
		}
	}
	a.packages = append(a.packages, containedPackage{folder: folder})
	return &a.packages[len(a.packages)-1]
}

func (a *assembly) add(t task, from part) {
	a.found = append(a.found, from.found...)
	p := a.project
	switch value := from.value.(type) {
	case transform.Manifest:
		p.Manifest, a.hasManifest = value, true
	case oldManifest:
		a.old, a.hasManifest = &value, true
	case Locations:
		a.locations = value
	case []transform.Workspace:
		p.Workspaces = append(p.Workspaces, value...)
	case transform.Environment:
		p.Environments = append(p.Environments, value)
	case transform.Job:
		p.Jobs = append(p.Jobs, value)
	case transform.Subgraph:
		p.Subgraphs = append(p.Subgraphs, value)
	case *transform.Node:
		p.Nodes = append(p.Nodes, value)
	default:
		a.addShared(t, value)
	}
	a.hasManifest = a.hasManifest || t.kind == manifestKind
}

// addShared adds a part that may belong to the project or to a package.
func (a *assembly) addShared(t task, value any) {
	switch value := value.(type) {
	case transform.Package:
		a.pack(t.alias).file = &value
	case transform.Macro:
		if t.alias != "" {
			a.pack(t.alias).macros = append(a.pack(t.alias).macros, value)
			return
		}
		a.project.Macros = append(a.project.Macros, value)
	case transform.NodeType:
		if t.alias != "" {
			a.pack(t.alias).types = append(a.pack(t.alias).types, value)
			return
		}
		a.project.NodeTypes = append(a.project.NodeTypes, value)
	}
}

// finish does the work that needs several files.
func (a *assembly) finish() {
	p := a.project
	if !a.hasManifest {
		a.found = append(a.found, diagnostic.Diagnostic{
			Code: diagnostic.ProjectMissing, Severity: diagnostic.Error, File: manifestFile,
			Message: "there is no " + manifestFile + ": this folder is not the root of a project",
			Hint:    "use the folder that has the file, or create a project with init",
		})
	}
	p.Locations = a.locations.Names
	a.addOld()
	p.Manifest.DefaultStorageMapping = cmp.Or(p.Manifest.DefaultStorageMapping, a.locations.DefaultStorageMapping)
	a.finishPackages()
	slices.SortStableFunc(p.Nodes, func(x, y *transform.Node) int {
		return cmp.Or(cmp.Compare(x.Location, y.Location), cmp.Compare(x.Name, y.Name), cmp.Compare(x.File, y.File))
	})
	a.annotations()
}

// finishPackages assigns to the packages what they contain. A package is identified by the alias in its file, which
// should be the name of the file as well.
func (a *assembly) finishPackages() {
	slices.SortFunc(a.packages, func(x, y containedPackage) int { return cmp.Compare(x.folder, y.folder) })
	for _, from := range a.packages {
		pack := from.file
		if pack == nil {
			pack = &transform.Package{Alias: from.folder}
			a.about(path.Join(packagesFolder, from.folder), finding{
				code:    diagnostic.FileUnexpected,
				message: fmt.Sprintf("the folder has no matching file %s%s that pins the package", from.folder, yamlExtension),
				hint:    "add the file; until then its node types have the name of the folder as alias",
			})
		}
		if pack.Alias != from.folder {
			a.about(pack.File, finding{
				code:    diagnostic.FileNameDiffers,
				message: fmt.Sprintf("the file of package %s is called %s", pack.Alias, path.Base(pack.File)),
				hint:    fmt.Sprintf("rename it to %s%s; the alias in the file takes precedence", pack.Alias, yamlExtension),
			})
		}
		pack.IsContained, pack.Macros = from.isHere, from.macros
		for _, t := range from.types {
			if _, own, ok := t.ID.InPackage(); ok {
				t.ID, t.Package = own.Of(pack.Alias), pack.Alias
			}
			a.project.NodeTypes = append(a.project.NodeTypes, t)
		}
		a.project.Packages = append(a.project.Packages, *pack)
	}
}

func (a *assembly) about(file string, f finding) {
	r := &reader{file: file}
	r.warn(diagnostic.Position{}, f)
	a.found = append(a.found, r.found...)
}

// annotations compares the annotations of SQL nodes with their types, several nodes at once.
func (a *assembly) annotations() {
	var nodes []*transform.Node
	for _, n := range a.project.Nodes {
		if n.Kind == transform.SQLNode {
			nodes = append(nodes, n)
		}
	}
	if len(nodes) == 0 {
		return
	}
	types := nodetype.NewCatalog(a.project.NodeTypes, a.project.Manifest.Platform)
	found := make([][]diagnostic.Diagnostic, len(nodes))
	spread(a.workers, len(nodes), func(next func() (int, bool)) {
		for i, ok := next(); ok; i, ok = next() {
			found[i] = applyType(types, nodes[i])
		}
	})
	a.found = append(a.found, slices.Concat(found...)...)
}

// applyType compares the annotations of a node with its type. The compiler reports unknown types.
func applyType(types *nodetype.Catalog, n *transform.Node) []diagnostic.Diagnostic {
	if t, ok := types.Lookup(n.Type, n.Kind); ok {
		return ApplyAnnotations(t, n)
	}
	return nil
}
