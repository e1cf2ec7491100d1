package refresh_test

import (
	"fmt"
	"strings"
	"testing/fstest"

	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// The locations of the projects: src has the sources, out has the nodes under test.
const (
	src = "SRC"
	out = "OUT"
)

// project is a project that a test builds: file contents by path.
type project struct {
	fstest.MapFS

	types *nodetype.Catalog
}

func newProject() project {
	p := project{fstest.MapFS{}, nodetype.NewCatalog(nil, "duckdb")}
	empty := &transform.Project{
		Manifest: transform.Manifest{Platform: "duckdb", DefaultStorageMapping: out}, Locations: []string{src, out},
	}
	for path, content := range projectfile.Files(empty) {
		p.write(path, string(content))
	}
	return p
}

func (p project) write(path, content string) { p.MapFS[path] = &fstest.MapFile{Data: []byte(content)} }

// add adds a YAML node, with the system columns of its type.
func (p project) add(n *transform.Node) {
	kind, ok := p.types.Lookup(n.Type, n.Kind)
	if !ok {
		panic("no node type " + n.Type)
	}
	n.Columns = nodetype.WithSystemColumns(&kind.Spec, n)
	content, err := projectfile.WriteNode(n, nil)
	if err != nil {
		panic(err)
	}
	p.write(projectfile.NodePath(n), string(content))
}

// query adds a SQL node to OUT. The text begins with its annotations.
func (p project) query(kind, name, text string) {
	p.write("nodes/"+out+"-"+name+".sql", fmt.Sprintf("@id(%q)\n@nodeType(%q)\n%s\n", name, kind, text))
}

// source returns a source node; the test fills its table.
func source(name string, of ...transform.Column) *transform.Node {
	return &transform.Node{
		ID: transform.NodeID(name), Name: name, Location: src, Kind: transform.YAMLNode, Type: "Source", IsSource: true,
		DeployEnabled: true, Columns: of,
	}
}

// node returns a node of OUT. Each of its columns comes from the column of the same name in each source.
func node(kind transform.NodeTypeID, name string, of []transform.Column, from ...string) *transform.Node {
	n := &transform.Node{
		ID: transform.NodeID(name), Name: name, Location: out, Kind: transform.YAMLNode, Type: kind, Materialization: "table",
		DeployEnabled: true, IsMultisource: len(from) > 1, Config: map[string]any{}, Columns: of,
	}
	for _, table := range from {
		n.Sources = append(n.Sources, transform.Source{
			Name: table, Join: fmt.Sprintf(`FROM {{ ref('%s', '%s') }} "%s"`, src, table, table),
			Dependencies: []transform.NodeRef{{Location: src, Name: table}},
		})
		for i := range n.Columns {
			n.Columns[i].Sources = append(n.Columns[i].Sources, transform.ColumnSource{
				References: []transform.ColumnRef{{Node: transform.NodeID(table), Column: n.Columns[i].ID}},
			})
		}
	}
	return n
}

// with sets an option of a node.
func with(n *transform.Node, option string, value any) *transform.Node {
	n.Config[option] = value
	return n
}

// columns parses column definitions such as "ID INTEGER key" and "CITY VARCHAR tracked".
func columns(definitions ...string) []transform.Column {
	list := make([]transform.Column, len(definitions))
	for i, definition := range definitions {
		fields := strings.Fields(definition)
		list[i] = transform.Column{
			ID: transform.ColumnID(fields[0]), Name: fields[0], DataType: fields[1], Nullable: true, Attributes: map[string]any{},
		}
		for _, mark := range fields[2:] {
			switch mark {
			case "key":
				list[i].Attributes["isBusinessKey"] = true
			case "tracked":
				list[i].Attributes["isChangeTracking"] = true
			default:
				panic("unknown mark of a column: " + mark)
			}
		}
	}
	return list
}
