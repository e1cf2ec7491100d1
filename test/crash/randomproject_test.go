package crash_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// The locations of a random project. Every environment maps them to its own schemas.
const (
	staged = "STAGE"
	core   = "CORE"
)

// key is the id of the column that identifies rows. Every node has it.
const key = transform.ColumnID("c0")

// randomProject is a project that is edited at random and can always be deployed.
type randomProject struct {
	platform string
	nodes    []*randomNode // a node comes after the node that it reads
	serial   int           // of the last name or id
}

// randomNode is a node without its sources. Each of its columns comes from the column with the same id of the node that
// it reads.
type randomNode struct {
	transform.Node

	from *randomNode // nil for a node that reads no other
}

// newRandomProject returns a project with tables, dimensions, views, and views on views.
func newRandomProject(platform string) *randomProject {
	s := &randomProject{platform: platform}
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

// firstColumns is the initial number of columns of a node that reads no other.
const firstColumns = 5

// add adds a node with the columns of the node that it reads.
func (s *randomProject) add(kind transform.NodeTypeID, materialization string, from *randomNode) *randomNode {
	name := s.name("N")
	n := &randomNode{from: from, Node: transform.Node{
		ID: transform.NodeID("id of " + name), Name: name, Location: staged, Kind: transform.YAMLNode, Type: kind,
		Materialization: materialization, DeployEnabled: true, Config: map[string]any{},
	}}
	if from == nil {
		for i := range firstColumns {
			n.Columns = append(n.Columns, newColumn(transform.ColumnID(fmt.Sprintf("c%d", i))))
		}
	} else {
		for _, column := range from.dataColumns() {
			n.Columns = append(n.Columns, newColumn(column.ID))
		}
	}
	if kind == "Dimension" {
		n.Location = core
		for _, column := range n.Columns {
			column.Attributes["isBusinessKey"] = column.ID == key // the key column is never dropped
		}
	}
	if known, ok := nodetype.NewCatalog(nil, s.platform).Lookup(kind, n.Kind); ok {
		n.Columns = nodetype.WithSystemColumns(&known.Spec, &n.Node)
	}
	s.nodes = append(s.nodes, n)
	return n
}

func (s *randomProject) name(prefix string) string {
	s.serial++
	return fmt.Sprintf("%s%d", prefix, s.serial)
}

func newColumn(id transform.ColumnID) transform.Column {
	return transform.Column{
		ID: id, Name: strings.ToUpper(string(id)), DataType: "INTEGER", Nullable: true, Attributes: map[string]any{},
	}
}

// dataColumns returns the columns with data, without system columns.
func (n *randomNode) dataColumns() []*transform.Column {
	var own []*transform.Column
	for i := range n.Columns {
		if isDataColumn(n.Columns[i].ID) {
			own = append(own, &n.Columns[i])
		}
	}
	return own
}

func isDataColumn(id transform.ColumnID) bool { return strings.HasPrefix(string(id), "c") }

func (n *randomNode) has(id transform.ColumnID) bool {
	return slices.ContainsFunc(n.Columns, func(c transform.Column) bool { return c.ID == id })
}

// files returns the files of the project.
func (s *randomProject) files() map[string][]byte {
	files := projectfile.Files(&transform.Project{
		Manifest: transform.Manifest{Platform: s.platform, DefaultStorageMapping: staged}, Locations: []string{staged, core},
	})
	for _, n := range s.nodes {
		whole := n.withSources()
		content, err := projectfile.WriteNode(&whole, nil)
		if err != nil {
			panic(err)
		}
		files[projectfile.NodePath(&whole)] = content
	}
	return files
}

// withSources returns the node with its sources.
func (n *randomNode) withSources() transform.Node {
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
		if isDataColumn(column.ID) {
			column.Sources = []transform.ColumnSource{{References: []transform.ColumnRef{{Node: n.from.ID, Column: column.ID}}}}
		}
	}
	return whole
}
