package deploy_test

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/transform"
)

// project returns the project of the drafts.
func (w *walk) project() *project {
	p := newProject()
	p.add(source("ORDERS", sourceColumns()...))
	for _, d := range w.nodes {
		p.add(d.node())
	}
	return p
}

func (d *draft) node() *transform.Node {
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

func (w *walk) some(r *rapid.T) *draft {
	if len(w.nodes) == 0 {
		w.add(r)
	}
	return w.nodes[rapid.IntRange(0, len(w.nodes)-1).Draw(r, "node")]
}

func (w *walk) isFree(location, name string) bool {
	return !slices.ContainsFunc(w.nodes, func(d *draft) bool { return d.location == location && d.name == name })
}

// freeName draws a name that no node has. There are few names, so that nodes often reuse names in one plan.
func (w *walk) freeName(r *rapid.T) (location, name string) {
	for {
		location = rapid.SampledFrom([]string{out, mart}).Draw(r, "location")
		name = fmt.Sprintf("N%d", rapid.IntRange(0, 5).Draw(r, "name"))
		if w.isFree(location, name) {
			return location, name
		}
	}
}

func (w *walk) add(r *rapid.T) {
	if len(w.nodes) >= 8 {
		return
	}
	w.next++
	d := &draft{id: fmt.Sprintf("id%d", w.next), isView: rapid.Bool().Draw(r, "view"), columns: sourceColumns()}
	d.isKeyed = rapid.Bool().Draw(r, "key")
	d.location, d.name = w.freeName(r)
	if len(w.nodes) > 0 && rapid.Bool().Draw(r, "reads another") {
		if d.from = w.some(r); d.from.isOff {
			d.from = nil
		}
	}
	w.nodes = append(w.nodes, d)
	w.tidy()
}

func (w *walk) hasReaders(d *draft) bool {
	return slices.ContainsFunc(w.nodes, func(other *draft) bool { return other.from == d })
}

// remove deletes a node; its readers read what it read.
func (w *walk) remove(r *rapid.T) {
	d := w.some(r)
	for _, other := range w.nodes {
		if other.from == d {
			other.from = d.from
		}
	}
	w.nodes = slices.DeleteFunc(w.nodes, func(other *draft) bool { return other == d })
}

func (w *walk) rename(r *rapid.T) {
	d := w.some(r)
	d.location, d.name = w.freeName(r)
}

func (w *walk) swap(r *rapid.T) {
	a, b := w.some(r), w.some(r)
	a.location, b.location = b.location, a.location
	a.name, b.name = b.name, a.name
}

func (w *walk) toggleView(r *rapid.T) {
	d := w.some(r)
	d.isView = !d.isView
}

func (w *walk) toggleKey(r *rapid.T) {
	d := w.some(r)
	d.isKeyed = !d.isKeyed
}

func (w *walk) toggleOff(r *rapid.T) {
	if d := w.some(r); !w.hasReaders(d) {
		d.isOff = !d.isOff
	}
}

// editColumns drops, adds, renames or retypes a column. The first column stays.
func (w *walk) editColumns(r *rapid.T) {
	d := w.some(r)
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
	w.tidy()
}

// tidy removes columns that a node can no longer read.
func (w *walk) tidy() {
	for _, d := range w.nodes {
		if d.from == nil {
			continue
		}
		d.columns = slices.DeleteFunc(slices.Clone(d.columns), func(own transform.Column) bool {
			return !slices.ContainsFunc(d.from.columns, func(c transform.Column) bool { return c.ID == own.ID })
		})
	}
}

// meddle changes the database manually.
func (w *walk) meddle(r *rapid.T) {
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
	}).Draw(r, "by hand"))
}
