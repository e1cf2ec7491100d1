package projectfile

import (
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

var packageFields = fields[transform.Package]{
	"fileVersion": version[transform.Package](1),
	"type":        constant[transform.Package]("Package"),
	"id": {
		read: func(*reader, *transform.Package, *yamldoc.Node) {}, // redundant: same as packageID
		write: func(o *overlay, key string, from *transform.Package) {
			if o.isNew {
				o.text(key, from.PackageID)
			}
		},
	},
	"name":      text(func(p *transform.Package) *string { return &p.Alias }),
	"packageID": text(func(p *transform.Package) *string { return &p.PackageID }),
	"releaseID": text(func(p *transform.Package) *string { return &p.ReleaseID }),
	"config":    inside(packageConfigFields),
}

var packageConfigFields = fields[transform.Package]{
	"packageVariables": textAt(func(p *transform.Package) (*string, *diagnostic.Position) { return &p.Variables, &p.VariablesAt }),
	"entities":         inside(packageEntityFields),
}

var packageEntityFields = fields[transform.Package]{
	"nodeTypes": {read: readPackageTypes, write: writePackageTypes},
}

// readPackageTypes reads the ids of the node types in the package. Other entries are kept.
func readPackageTypes(r *reader, into *transform.Package, value *yamldoc.Node) {
	if !r.isMapping(value) {
		return
	}
	into.NodeTypes = nil
	for child := range value.Children() {
		into.NodeTypes = append(into.NodeTypes, r.words.share(child.Key))
	}
	slices.Sort(into.NodeTypes)
}

func writePackageTypes(o *overlay, key string, from *transform.Package) {
	if o.node.Get(key) == nil && len(from.NodeTypes) == 0 {
		return
	}
	o.mapping(key, func(types *overlay) {
		for _, child := range slices.Collect(types.node.Children()) {
			if !slices.Contains(from.NodeTypes, child.Key) {
				types.node.Remove(child.Key)
			}
		}
		for _, id := range from.NodeTypes {
			if types.node.Get(id) == nil {
				types.set(id, yamldoc.From(map[string]any{"isDisabled": false, "defaultStorageLocation": nil}))
			}
		}
	})
}

func (r *reader) pack(content string) transform.Package {
	p := transform.Package{File: r.file}
	if root := r.document(content).Root; root != nil {
		readFields(r, &p, root, packageFields)
		r.need(root, "name", "packageID")
	}
	if p.Alias == "" {
		p.Alias = stemOf(r.file)
	}
	return p
}
