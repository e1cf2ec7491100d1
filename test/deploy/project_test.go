package deploy_test

import (
	"fmt"
	"maps"
	"strings"
	"testing/fstest"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// The locations of the projects: of sources, of nodes, and another one.
const (
	src  = "SRC"
	out  = "OUT"
	mart = "MART"
)

// project builds a project: files by their paths.
type project struct {
	files    fstest.MapFS
	mappings map[string]transform.Mapping
}

func newProject() *project {
	p := &project{files: fstest.MapFS{}, mappings: map[string]transform.Mapping{}}
	empty := &transform.Project{
		Manifest: transform.Manifest{Platform: "duckdb", DefaultStorageMapping: out}, Locations: []string{src, out, mart},
	}
	for path, content := range projectfile.Files(empty) {
		p.write(path, string(content))
	}
	return p
}

func (p *project) write(path, content string) { p.files[path] = &fstest.MapFile{Data: []byte(content)} }

func (p *project) remove(path string) { delete(p.files, path) }

// add adds a YAML node, with the system columns of its type.
func (p *project) add(n *transform.Node) {
	kind, ok := nodetype.NewCatalog(nil, "duckdb").Lookup(n.Type, n.Kind)
	if ok {
		n.Columns = nodetype.WithSystemColumns(&kind.Spec, n)
	}
	content, err := projectfile.WriteNode(n, nil)
	if err != nil {
		panic(err)
	}
	p.write(projectfile.NodePath(n), string(content))
}

// query adds a SQL node to OUT.
func (p *project) query(kind, name, text string) {
	p.write("nodes/"+out+"-"+name+".sql", fmt.Sprintf("@id(%q)\n@nodeType(%q)\n%s\n", name, kind, text))
}

// compile compiles the project for an engine. It must have no findings.
func (s *fixture) compile(p *project) *compiler.Compilation {
	s.t.Helper()
	c := compiler.Compile(p.files, compiler.Options{
		Platform: s.kind, Mappings: maps.Clone(p.mappings), DefaultDatabase: s.engine.DefaultDatabase(),
	})
	for _, d := range c.Diagnostics {
		s.t.Logf("the compiler reported %s", d)
	}
	return c
}

// source returns a table that the test fills.
func source(name string, of ...transform.Column) *transform.Node {
	return &transform.Node{
		ID: transform.NodeID(name), Name: name, Location: src, Kind: transform.YAMLNode, Type: "Source", IsSource: true,
		DeployEnabled: true, Columns: of,
	}
}

// node returns a node of OUT whose columns read the columns of the same ids of another node.
func node(kind transform.NodeTypeID, name string, of []transform.Column, from transform.NodeRef) *transform.Node {
	n := &transform.Node{
		ID: transform.NodeID(name), Name: name, Location: out, Kind: transform.YAMLNode, Type: kind, Materialization: "table",
		DeployEnabled: true, Config: map[string]any{}, Columns: of,
	}
	if from.Name == "" {
		return n
	}
	n.Sources = []transform.Source{{
		Name: from.Name, Join: fmt.Sprintf(`FROM {{ ref('%s', '%s') }} "%s"`, from.Location, from.Name, from.Name),
		Dependencies: []transform.NodeRef{from},
	}}
	for i := range n.Columns {
		n.Columns[i].Sources = []transform.ColumnSource{{
			References: []transform.ColumnRef{{Node: transform.NodeID(from.Name), Column: n.Columns[i].ID}},
		}}
	}
	return n
}

// columns parses column definitions such as "ID INTEGER key", "CITY VARCHAR tracked", "A INTEGER id=B required default=0".
func columns(definitions ...string) []transform.Column {
	list := make([]transform.Column, len(definitions))
	for i, definition := range definitions {
		fields := strings.Fields(definition)
		list[i] = transform.Column{
			ID: transform.ColumnID(fields[0]), Name: fields[0], DataType: fields[1], Nullable: true, Attributes: map[string]any{},
		}
		for _, mark := range fields[2:] {
			key, value, _ := strings.Cut(mark, "=")
			switch key {
			case "key":
				list[i].Attributes["isBusinessKey"] = true
			case "tracked":
				list[i].Attributes["isChangeTracking"] = true
			case "required":
				list[i].Nullable = false
			case "id":
				list[i].ID = transform.ColumnID(value)
			case "default":
				list[i].Default = value
			default:
				panic("unknown mark of a column: " + mark)
			}
		}
	}
	return list
}
