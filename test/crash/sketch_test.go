package crash_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// The locations of a sketch, which every environment maps to schemas of its own.
const (
	staged = "STAGE"
	core   = "CORE"
)

// key is the id of the column that tells rows apart. Every node has it.
const key = transform.ColumnID("c0")

// sketch is a project that is edited at random and stays one that can be deployed.
type sketch struct {
	platform string
	nodes    []*sketched // what is read comes before what reads it
	serial   int         // of names and ids
}

// sketched is a node in which everything is said except how it reads the node that it is made from: a column is that column
// of it which has the same id.
type sketched struct {
	transform.Node

	from *sketched // nil for one that is made from nothing
}

// newSketch is tables, dimensions, views, and views on views.
func newSketch(platform string) *sketch {
	s := &sketch{platform: platform}
	for range 2 {
		root := s.add("Stage", "table", nil)
		table := s.add("Stage", "table", root)
		s.add("Dimension", "table", root)
		view := s.add("View", "view", table)
		s.add("View", "view", view)
		s.add("Stage", "view", root)
		s.add("Stage", "table", view)
	}
	return s
}

// firstColumns is how many columns a node that is made from nothing begins with.
const firstColumns = 5

// add adds a node with columns of the one that it is made from.
func (s *sketch) add(kind transform.NodeTypeID, materialization string, from *sketched) *sketched {
	name := s.name("N")
	n := &sketched{from: from, Node: transform.Node{
		ID: transform.NodeID("id of " + name), Name: name, Location: staged, Kind: transform.YAMLNode, Type: kind,
		Materialization: materialization, DeployEnabled: true, Config: map[string]any{},
	}}
	if from == nil {
		for i := range firstColumns {
			n.Columns = append(n.Columns, newColumn(transform.ColumnID(fmt.Sprintf("c%d", i))))
		}
	} else {
		for _, column := range from.own() {
			n.Columns = append(n.Columns, newColumn(column.ID))
		}
	}
	if kind == "Dimension" {
		n.Location = core
		for _, column := range n.Columns {
			column.Attributes["isBusinessKey"] = column.ID == key // which is never dropped
		}
	}
	if known, ok := nodetype.NewCatalog(nil, s.platform).Lookup(kind, n.Kind); ok {
		n.Columns = nodetype.WithSystemColumns(&known.Spec, &n.Node)
	}
	s.nodes = append(s.nodes, n)
	return n
}

func (s *sketch) name(prefix string) string {
	s.serial++
	return fmt.Sprintf("%s%d", prefix, s.serial)
}

func newColumn(id transform.ColumnID) transform.Column {
	return transform.Column{
		ID: id, Name: strings.ToUpper(string(id)), DataType: "INTEGER", Nullable: true, Attributes: map[string]any{},
	}
}

// own are the columns that carry data; system columns are left out.
func (n *sketched) own() []*transform.Column {
	var own []*transform.Column
	for i := range n.Columns {
		if isOwn(n.Columns[i].ID) {
			own = append(own, &n.Columns[i])
		}
	}
	return own
}

func isOwn(id transform.ColumnID) bool { return strings.HasPrefix(string(id), "c") }

func (n *sketched) has(id transform.ColumnID) bool {
	return slices.ContainsFunc(n.Columns, func(c transform.Column) bool { return c.ID == id })
}

// files are those of the project.
func (s *sketch) files() map[string][]byte {
	files := projectfile.Files(&transform.Project{
		Manifest: transform.Manifest{Platform: s.platform, DefaultStorageMapping: staged}, Locations: []string{staged, core},
	})
	for _, n := range s.nodes {
		whole := n.whole()
		content, err := projectfile.WriteNode(&whole, nil)
		if err != nil {
			panic(err)
		}
		files[projectfile.NodePath(&whole)] = content
	}
	return files
}

// whole is the node with how it reads another one.
func (n *sketched) whole() transform.Node {
	whole := n.Node
	whole.Columns = slices.Clone(n.Columns)
	if n.from == nil {
		return whole
	}
	whole.Sources = []transform.Source{{
		Name: n.from.Name, Dependencies: []transform.NodeRef{n.from.Ref()},
		Join: fmt.Sprintf(`FROM {{ ref('%s', '%s') }} %q`, n.from.Location, n.from.Name, n.from.Name),
	}}
	for i := range whole.Columns {
		column := &whole.Columns[i]
		if isOwn(column.ID) {
			column.Sources = []transform.ColumnSource{{References: []transform.ColumnRef{{Node: n.from.ID, Column: column.ID}}}}
		}
	}
	return whole
}
