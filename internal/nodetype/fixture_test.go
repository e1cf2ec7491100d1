package nodetype_test

import (
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// column returns a column from a short description: "ID INTEGER key", "CITY VARCHAR tracked", "AMOUNT DECIMAL(10,2)
// required". The type ? means unknown.
func column(words string) transform.Column {
	fields := strings.Fields(words)
	c := transform.Column{
		ID: transform.ColumnID(fields[0]), Name: fields[0], DataType: strings.TrimPrefix(fields[1], "?"), Nullable: true,
		Attributes: map[string]any{},
	}
	for _, word := range fields[2:] {
		switch word {
		case "key":
			c.Attributes["isBusinessKey"] = true
		case "tracked":
			c.Attributes["isChangeTracking"] = true
		case "unique":
			c.Attributes["uniqueKey"] = true
		case "required":
			c.Nullable = false
		default:
			panic("unknown word in a column:  " + word)
		}
	}
	return c
}

func columns(words ...string) []transform.Column {
	list := make([]transform.Column, len(words))
	for i, w := range words {
		list[i] = column(w)
	}
	return list
}

// source returns a node that is read.
func source(name string, of ...transform.Column) *transform.Node {
	return &transform.Node{
		ID: transform.NodeID(name), Name: name, Location: "SRC", Kind: transform.YAMLNode, Type: "Source", IsSource: true,
		DeployEnabled: true, Columns: of,
	}
}

// yamlNode returns a node of a type that takes each of its columns from the column of the same name of each source.
func yamlNode(kind transform.NodeTypeID, of []transform.Column, from ...string) *transform.Node {
	n := &transform.Node{
		ID: "NODE", Name: "T", Location: "OUT", Kind: transform.YAMLNode, Type: kind, Materialization: "table",
		DeployEnabled: true, IsMultisource: len(from) > 1, Config: map[string]any{}, Columns: of,
	}
	for _, name := range from {
		n.Sources = append(n.Sources, transform.Source{
			Name: name, Join: `FROM {{ ref('SRC', '` + name + `') }} "` + name + `"`,
			Dependencies: []transform.NodeRef{{Location: "SRC", Name: name}},
		})
		for i := range n.Columns {
			n.Columns[i].Sources = append(n.Columns[i].Sources, transform.ColumnSource{
				References: []transform.ColumnRef{{Node: transform.NodeID(name), Column: n.Columns[i].ID}},
			})
		}
	}
	n.Columns = withSystemColumns(n)
	return n
}

// sqlNode returns a node with a query. Its columns are those of the select list.
func sqlNode(kind transform.NodeTypeID, query string, of ...transform.Column) *transform.Node {
	n := &transform.Node{
		ID: "NODE", Name: "T", Location: "OUT", Kind: transform.SQLNode, Type: kind, Materialization: "table",
		DeployEnabled: true, Config: map[string]any{}, Columns: of,
		Sources: []transform.Source{{Name: "T"}},
		SQL:     &transform.SQLText{Text: query, Read: &sqltext.NodeText{BodyWithoutAnnotations: query}},
	}
	for i, c := range n.Columns {
		if c.Flag("isBusinessKey") {
			delete(n.Columns[i].Attributes, "isBusinessKey")
			n.Columns[i].Attributes["businessKey"] = true
		}
		if c.Flag("isChangeTracking") {
			delete(n.Columns[i].Attributes, "isChangeTracking")
			n.Columns[i].Attributes["changeTracking"] = true
		}
	}
	n.Columns = withSystemColumns(n)
	return n
}

// builtIn returns the library, parsed once for all tests.
var builtIn = sync.OnceValue(func() *nodetype.Catalog { return nodetype.NewCatalog(nil, "duckdb") }) //nolint:gochecknoglobals // never changed

func withSystemColumns(n *transform.Node) []transform.Column {
	kind, ok := builtIn().Lookup(n.Type, n.Kind)
	if !ok {
		panic("no node type " + n.Type)
	}
	return nodetype.WithSystemColumns(&kind.Spec, n)
}

// with sets options of a node.
func with(n *transform.Node, config map[string]any) *transform.Node {
	maps.Copy(n.Config, config)
	return n
}

// annotation returns an annotation with arguments, as a node's config has it.
func annotation(arguments ...any) map[string]any { return map[string]any{"parameters": arguments} }

// workbench renders nodes for an engine.
type workbench struct {
	platform   string
	database   string
	prefix     string // of the names of schemas
	parameters map[string]any
	nodes      []*transform.Node // readable by the node under test
}

// engines are the platforms that the library supports.
var engines = []string{"duckdb", "postgres", "trino"}

// stages renders a template of a node and fails the test if that fails.
func (w workbench) stages(t *testing.T, n *transform.Node, which render.Template) []render.Stage {
	t.Helper()
	result, problem := w.render(t, n, which)
	if problem != "" {
		t.Fatalf("%s of %s on %s: %s", which, n.Type, w.platform, problem)
	}
	return result.Stages
}

// render renders a template of a node, or returns the reason why that is not possible.
func (w workbench) render(t *testing.T, n *transform.Node, which render.Template) (*render.Result, string) {
	t.Helper()
	return renderOn(t, w.renderer(t), render.Request{Node: n, Template: which})
}

// renderer compiles the library for the engine.
func (w workbench) renderer(t *testing.T) *render.Renderer {
	t.Helper()
	words, ok := dialect.Lookup(w.platform)
	if !ok {
		t.Fatalf("no dialect %s", w.platform)
	}
	project := &transform.Project{
		Manifest: transform.Manifest{Platform: w.platform}, Locations: []string{"SRC", "OUT"}, Nodes: w.nodes,
	}
	renderer, found := render.New(project, builtIn(), render.Target{
		Dialect:    words,
		Mappings:   map[string]transform.Mapping{"SRC": {Database: w.database, Schema: w.prefix + "src"}, "OUT": {Database: w.database, Schema: w.prefix + "out"}},
		Parameters: w.parameters,
	})
	if len(found) > 0 {
		t.Fatalf("the library does not compile: %v", found)
	}
	return renderer
}

func renderOn(t *testing.T, renderer *render.Renderer, q render.Request) (*render.Result, string) {
	t.Helper()
	result, found := renderer.With(q.Node).Render(q)
	if result == nil {
		return nil, found[len(found)-1].Message
	}
	for _, warning := range result.Warnings {
		t.Errorf("%s of %s: %v", q.Template, q.Node.Type, warning)
	}
	return result, ""
}
