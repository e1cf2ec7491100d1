package render_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v3"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// sample is a small project in a txtar archive: project.yaml has the values of transform.Project under the lower-case
// names of their fields, types/ID/{create,run}.j2 the templates, macros.j2 and packages/ALIAS.j2 macros, and
// LOCATION-NAME.sql SQL nodes.
type sample struct {
	transform.Project `yaml:",inline"`

	Mappings        map[string]transform.Mapping
	Parameters      map[string]any
	DefaultDatabase string
	SchemaPrefix    string
	Engine          string
	Deployed        []*transform.Node // their previous versions, for templates with their own deploy strategy
}

// parseSample reads the files of an archive.
func parseSample(t testing.TB, archive *txtar.Archive) *sample {
	t.Helper()
	s := &sample{}
	for _, file := range archive.Files {
		if file.Name == "project.yaml" {
			if err := yaml.Unmarshal(file.Data, s); err != nil {
				t.Fatalf("project.yaml: %v", err)
			}
		}
	}
	for _, file := range archive.Files {
		s.addFile(t, file)
	}
	for _, n := range append(s.Nodes, s.Deployed...) {
		if n.Kind == "" {
			n.Kind = transform.YAMLNode
		}
		if n.File == "" {
			n.File = fmt.Sprintf("nodes/%s-%s.yml", n.Location, n.Name)
			n.At = diagnostic.Position{Line: 1, Column: 1}
		}
	}
	return s
}

func (s *sample) addFile(t testing.TB, file txtar.File) {
	t.Helper()
	text := strings.TrimSuffix(string(file.Data), "\n")
	switch folder, name := filepath.Split(file.Name); {
	case file.Name == "macros.j2":
		s.Macros = append(s.Macros, transform.Macro{
			Text: text, File: "macros/macro-1.yml", At: diagnostic.Position{Line: 4, Column: 3},
		})
	case folder == "packages/":
		alias := strings.TrimSuffix(name, ".j2")
		s.Packages = append(s.Packages, transform.Package{
			Alias: alias, Variables: text, File: "packages/" + alias + ".yml",
			VariablesAt: diagnostic.Position{Line: 3, Column: 5},
		})
	case strings.HasPrefix(folder, "types/"):
		s.addTemplate(t, filepath.Base(folder), name, text)
	case strings.HasSuffix(name, ".sql"):
		s.addSQLNode(name, text)
	}
}

func (s *sample) addTemplate(t testing.TB, id, name, text string) {
	t.Helper()
	for i := range s.NodeTypes {
		kind := &s.NodeTypes[i]
		if string(kind.ID) != strings.ReplaceAll(id, "~", ":::") {
			continue
		}
		if kind.Name == "" {
			kind.Name = string(kind.ID)
		}
		if kind.Version == 0 {
			kind.Version = 1
		}
		if name == "create.j2" {
			kind.Create, kind.CreateFile = text, "nodeTypes/"+id+"/create.sql.j2"
		} else {
			kind.Run, kind.RunFile = text, "nodeTypes/"+id+"/run.sql.j2"
		}
		return
	}
	t.Fatalf("no node type %s in project.yaml", id)
}

// addSQLNode parses a SQL node as the loader does, as far as templates need it.
func (s *sample) addSQLNode(name, text string) {
	location, node, _ := strings.Cut(strings.TrimSuffix(name, ".sql"), "-")
	read, _ := sqltext.ReadNode(text)
	n := &transform.Node{
		ID: transform.NodeID(node), Name: node, Location: location, Kind: transform.SQLNode, Materialization: "table",
		SQL: &transform.SQLText{Text: text, Read: read}, File: "nodes/" + name, CTE: read.CTE,
		At:      diagnostic.Position{Line: 1, Column: 1},
		Sources: []transform.Source{{Name: node, Join: read.Join, SelectModifier: read.SelectModifier}},
	}
	for _, a := range read.Annotations {
		if a.Name == "nodeType" {
			n.Type = transform.NodeTypeID(a.Arguments[0].Text)
		}
	}
	for _, c := range read.Columns {
		n.Columns = append(n.Columns, transform.Column{
			ID: transform.ColumnID(c.Name.Text), Name: c.Name.Text, Nullable: true,
			Sources: []transform.ColumnSource{{Transform: c.Expression}},
		})
	}
	s.Nodes = append(s.Nodes, n)
}

// renderer returns the Renderer of a sample.
func (s *sample) renderer(t testing.TB) (*render.Renderer, []diagnostic.Diagnostic) {
	t.Helper()
	engine := s.Engine
	if engine == "" {
		engine = "duckdb"
	}
	words, ok := dialect.Lookup(engine)
	if !ok {
		t.Fatalf("no dialect %s", engine)
	}
	types := nodetype.NewCatalog(s.NodeTypes, engine)
	return render.New(&s.Project, types, render.Target{
		Dialect: words, Mappings: s.Mappings, Parameters: s.Parameters, DefaultDatabase: s.DefaultDatabase, SchemaPrefix: s.SchemaPrefix,
	})
}
