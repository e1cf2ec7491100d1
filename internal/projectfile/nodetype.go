package projectfile

import (
	"path"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

// The files of a node type.
const (
	definitionFile = "definition.yml"
	createFile     = "create.sql.j2"
	runFile        = "run.sql.j2"
)

// The versions of node types: one for YAML nodes, one for SQL nodes.
const (
	firstTypeVersion = 1
	lastTypeVersion  = 2
)

// definition is the content of definition.yml.
type definition struct {
	transform.NodeType

	isBlock bool // the panel is a block, so its lines are lines of the file
}

var definitionFields = fields[definition]{
	"fileVersion": {
		read: func(r *reader, into *definition, value *yamldoc.Node) {
			into.Version = r.fileVersion(value, firstTypeVersion, lastTypeVersion)
		},
		write: func(o *overlay, key string, from *definition) {
			if o.isNew {
				o.set(key, yamldoc.From(max(from.Version, firstTypeVersion)))
			}
		},
	},
	"type":       constant[definition]("NodeType"),
	"id":         text(func(d *definition) *transform.NodeTypeID { return &d.ID }),
	"name":       textAt(func(d *definition) (*string, *diagnostic.Position) { return &d.Name, &d.At }),
	"isDisabled": boolean(false, func(d *definition) *bool { return &d.IsDisabled }),
	"metadata":   inside(definitionMetadataFields),
}

var definitionMetadataFields = fields[definition]{
	"defaultStorageLocation": word(func(d *definition) *string { return &d.DefaultLocation }),
	"nodeMetadataSpec": {
		read: func(r *reader, into *definition, value *yamldoc.Node) {
			into.SpecText, into.SpecAt = r.text(value), positionOf(value)
			into.isBlock = value.Style == yamldoc.Literal
		},
		write: func(o *overlay, key string, from *definition) { o.text(key, from.SpecText) },
	},
	"error": {
		read:  func(*reader, *definition, *yamldoc.Node) {}, // the opinion of another tool about the panel
		write: func(*overlay, string, *definition) {},
	},
}

// NodeTypeFiles are the texts of a node type.
type NodeTypeFiles struct {
	Folder      string // such as nodeTypes/Stage-7
	Alias       string // of the package that it belongs to, "" for the project's own
	Definition  string
	Create, Run string
}

// ParseNodeType reads the files of a node type.
func ParseNodeType(f NodeTypeFiles) (transform.NodeType, []diagnostic.Diagnostic) {
	r := newReader(path.Join(f.Folder, definitionFile))
	t := r.nodeType(f)
	return t, r.found
}

func (r *reader) nodeType(f NodeTypeFiles) transform.NodeType {
	d := &definition{NodeType: transform.NodeType{
		Version: firstTypeVersion,
		Create:  f.Create, Run: f.Run, Package: f.Alias,
		File: r.file, CreateFile: path.Join(f.Folder, createFile), RunFile: path.Join(f.Folder, runFile),
	}}
	if root := r.document(f.Definition).Root; root != nil {
		readFields(r, d, root, definitionFields)
		r.need(root, "id", "name", "fileVersion")
	}
	if d.ID == "" {
		d.ID = transform.NodeTypeID(path.Base(f.Folder))
	}
	if f.Alias != "" {
		d.ID = d.ID.Of(f.Alias)
	}
	r.spec(d)
	return d.NodeType
}

// spec reads the options panel, a document inside the document.
func (r *reader) spec(d *definition) {
	spec, found := nodetype.ParseSpec(d.SpecText)
	d.Spec = spec
	for _, f := range found {
		at := d.SpecAt
		if d.isBlock {
			at = nodetype.PositionInFile(d.SpecAt, f.At())
		}
		r.add(f.Severity, at, finding{code: f.Code, message: f.Message, hint: f.Hint})
	}
}

// WriteNodeType merges a node type into definition.yml; original is nil for a new file. The templates are separate
// files.
func WriteNodeType(t *transform.NodeType, original []byte) ([]byte, error) {
	d := &definition{NodeType: *t}
	if _, own, ok := t.ID.InPackage(); ok && t.Package != "" {
		d.ID = own
	}
	if len(original) == 0 {
		return writeDocument(d, original, definitionFields)
	}
	old, _ := ParseNodeType(NodeTypeFiles{Folder: path.Dir(t.File), Alias: t.Package, Definition: string(original)})
	if old.ID == t.ID {
		return writeDocument(d, original, withoutKey(definitionFields, "id")) // the id may come from the folder name
	}
	return writeDocument(d, original, definitionFields)
}
