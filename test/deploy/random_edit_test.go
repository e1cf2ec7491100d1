package deploy_test

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/transform"
)

// project returns the project of the drafts.
func (w *randomHistory) project() *project {
	p := newProject()
	p.add(source("ORDERS", sourceColumns()...))
	for _, d := range w.nodes {
		p.add(d.node())
	}
	return p
}

func (d *randomNode) node() *transform.Node {
	n := &transform.Node{
		ID: transform.NodeID(d.id), Name: d.name, Location: d.location, Kind: transform.YAMLNode, Type: "Stage", Materialization: "table",
		DeployEnabled: !d.isOff, Config: map[string]any{}, Columns: slices.Clone(d.columns),
	}
	switch {
	case d.isView:
		n.Type, n.Materialization = "View", "view"
	case d.isKeyed:
		n.Type = "Dimension"
		n.Columns[0].Attributes = map[string]any{"isBusinessKey": true}
	}
	from, id := ref(src, "ORDERS"), transform.NodeID("ORDERS")
	if d.from != nil {
		from, id = ref(d.from.location, d.from.name), transform.NodeID(d.from.id)
	}
	n.Sources = []transform.Source{{
		Name: from.Name, Join: fmt.Sprintf(`FROM {{ ref('%s', '%s') }} "%s"`, from.Location, from.Name, from.Name),
		Dependencies: []transform.NodeRef{from},
	}}
	for i := range n.Columns {
		n.Columns[i].Sources = []transform.ColumnSource{{References: []transform.ColumnRef{{Node: id, Column: n.Columns[i].ID}}}}
	}
	return n
}

func (w *randomHistory) pick(r *rapid.T) *randomNode {
	if len(w.nodes) == 0 {
		w.add(r)
	}
	return w.nodes[rapid.IntRange(0, len(w.nodes)-1).Draw(r, "node")]
}

func (w *randomHistory) isFree(location, name string) bool {
	return !slices.ContainsFunc(w.nodes, func(d *randomNode) bool { return d.location == location && d.name == name })
}

// freeName draws a name that no node has. There are few names, so that nodes often reuse names in one plan.
func (w *randomHistory) freeName(r *rapid.T) (location, name string) {
	for {
		location = rapid.SampledFrom([]string{out, mart}).Draw(r, "location")
		name = fmt.Sprintf("N%d", rapid.IntRange(0, 5).Draw(r, "name"))
		if w.isFree(location, name) {
			return location, name
		}
	}
}

func (w *randomHistory) add(r *rapid.T) {
	if len(w.nodes) >= 8 {
		return
	}
	w.next++
	d := &randomNode{id: fmt.Sprintf("id%d", w.next), isView: rapid.Bool().Draw(r, "view"), columns: sourceColumns()}
	d.isKeyed = rapid.Bool().Draw(r, "key")
	d.location, d.name = w.freeName(r)
	if len(w.nodes) > 0 && rapid.Bool().Draw(r, "reads another") {
		if d.from = w.pick(r); d.from.isOff {
			d.from = nil
		}
	}
	w.nodes = append(w.nodes, d)
	w.dropUnreadableColumns()
}

func (w *randomHistory) hasReaders(d *randomNode) bool {
	return slices.ContainsFunc(w.nodes, func(other *randomNode) bool { return other.from == d })
}

// remove deletes a node; its readers read what it read.
func (w *randomHistory) remove(r *rapid.T) {
	d := w.pick(r)
	for _, other := range w.nodes {
		if other.from == d {
			other.from = d.from
		}
	}
	w.nodes = slices.DeleteFunc(w.nodes, func(other *randomNode) bool { return other == d })
}

func (w *randomHistory) rename(r *rapid.T) {
	d := w.pick(r)
	d.location, d.name = w.freeName(r)
}

func (w *randomHistory) swap(r *rapid.T) {
	a, b := w.pick(r), w.pick(r)
	a.location, b.location = b.location, a.location
	a.name, b.name = b.name, a.name
}

func (w *randomHistory) toggleView(r *rapid.T) {
	d := w.pick(r)
	d.isView = !d.isView
}

func (w *randomHistory) toggleKey(r *rapid.T) {
	d := w.pick(r)
	d.isKeyed = !d.isKeyed
}

func (w *randomHistory) toggleOff(r *rapid.T) {
	if d := w.pick(r); !w.hasReaders(d) {
		d.isOff = !d.isOff
	}
}

// editColumns drops, adds, renames or retypes a column. The first column stays.
func (w *randomHistory) editColumns(r *rapid.T) {
	d := w.pick(r)
	i := rapid.IntRange(0, len(d.columns)-1).Draw(r, "column")
	switch rapid.IntRange(0, 3).Draw(r, "column edit") {
	case 0:
		if i > 0 {
			d.columns = slices.Delete(slices.Clone(d.columns), i, i+1)
		}
	case 1:
		for _, c := range sourceColumns() {
			if !slices.ContainsFunc(d.columns, func(own transform.Column) bool { return own.ID == c.ID || own.Name == c.Name }) {
				d.columns = append(d.columns, c)
			}
		}
	case 2:
		k := rapid.IntRange(0, len(d.columns)-1).Draw(r, "other column")
		d.columns[i].Name, d.columns[k].Name = d.columns[k].Name, d.columns[i].Name
	case 3:
		d.columns[i].DataType = rapid.SampledFrom([]string{"INTEGER", "BIGINT", "SMALLINT", "VARCHAR"}).Draw(r, "type")
	}
	w.dropUnreadableColumns()
}

// dropUnreadableColumns removes columns that a node can no longer read.
func (w *randomHistory) dropUnreadableColumns() {
	for _, d := range w.nodes {
		if d.from == nil {
			continue
		}
		d.columns = slices.DeleteFunc(slices.Clone(d.columns), func(own transform.Column) bool {
			return !slices.ContainsFunc(d.from.columns, func(c transform.Column) bool { return c.ID == own.ID })
		})
	}
}

// changeManually changes the database manually.
func (w *randomHistory) changeManually(r *rapid.T) {
	var names []string
	for _, state := range w.stored {
		if state.Kind == "table" && w.object(state.Location, state.Object) != "" {
			names = append(names, w.name(state.Location, state.Object))
		}
	}
	if len(names) == 0 {
		return
	}
	slices.Sort(names)
	name := rapid.SampledFrom(names).Draw(r, "table")
	w.exec(rapid.SampledFrom([]string{
		"DROP TABLE " + name + " CASCADE",
		"ALTER TABLE " + name + ` ADD COLUMN IF NOT EXISTS "MINE" INTEGER`,
	}).Draw(r, "manual change"))
}
