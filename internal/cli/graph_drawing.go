package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/graph"
)

// drawing is a graph with the facts about its nodes that the output shows.
type drawing struct {
	Nodes []drawnNode `json:"nodes"` // by location and name
	Edges []drawnEdge `json:"edges"`
}

type drawnNode struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Location    string   `json:"location"`
	NodeType    string   `json:"nodeType"`
	Level       *int     `json:"level,omitempty"` // nil in a cycle
	Fingerprint string   `json:"fingerprint"`
	X           *float64 `json:"x,omitempty"`
	Y           *float64 `json:"y,omitempty"`
}

func (n drawnNode) label() string { return n.Location + "." + n.Name }

// drawnEdge is a dependency: From is upstream of To.
type drawnEdge struct {
	From string `json:"from"`
	To   string `json:"to"`
}

func newDrawing(whole *graph.Graph[string], nodes []*compiler.Node, withLayout bool) drawing {
	chosen := make(map[string]bool, len(nodes))
	for _, n := range nodes {
		chosen[string(n.ID)] = true
	}
	part := whole.Sub(func(id string) bool { return chosen[id] })
	d := drawing{Nodes: make([]drawnNode, len(nodes)), Edges: []drawnEdge{}}
	for i, n := range nodes {
		d.Nodes[i] = drawnNode{
			ID: string(n.ID), Name: n.Name, Location: n.Location, NodeType: string(n.Node.Type), Fingerprint: n.Fingerprint,
		}
	}
	for _, e := range part.Edges() {
		d.Edges = append(d.Edges, drawnEdge{e.From, e.To})
	}
	d.addLevels(part)
	if withLayout {
		d.addPlaces(part)
	}
	return d
}

func (d *drawing) addLevels(part *graph.Graph[string]) {
	levels := map[string]int{}
	for level, ids := range part.Levels() {
		for _, id := range ids {
			levels[id] = level
		}
	}
	for i := range d.Nodes {
		if level, ok := levels[d.Nodes[i].ID]; ok {
			d.Nodes[i].Level = &level
		}
	}
}

func (d *drawing) addPlaces(part *graph.Graph[string]) {
	places := map[string]graph.NodePosition[string]{}
	for _, placed := range part.Layout(graph.LayoutOptions[string]{}).Nodes {
		places[placed.Key] = placed
	}
	for i := range d.Nodes {
		if placed, ok := places[d.Nodes[i].ID]; ok {
			d.Nodes[i].X, d.Nodes[i].Y = &placed.X, &placed.Y
		}
	}
}

// text lists the nodes level by level, each with its direct inputs.
func (d drawing) text(c palette) string {
	labels := map[string]string{}
	for _, n := range d.Nodes {
		labels[n.ID] = n.label()
	}
	reads := map[string][]string{}
	for _, e := range d.Edges {
		reads[e.To] = append(reads[e.To], labels[e.From])
	}
	var out strings.Builder
	for _, level := range d.levels() {
		if out.Len() > 0 {
			out.WriteByte('\n')
		}
		out.WriteString(c.bold(level.title) + "\n")
		for _, n := range level.nodes {
			out.WriteString("  " + n.label())
			if from := reads[n.ID]; len(from) > 0 {
				slices.Sort(from)
				out.WriteString(c.faint("  ← " + strings.Join(from, ", ")))
			}
			out.WriteByte('\n')
		}
	}
	return out.String()
}

type drawnLevel struct {
	title string
	nodes []drawnNode
}

// levels groups the nodes by level; those in a cycle come last.
func (d drawing) levels() []drawnLevel {
	byLevel := map[int][]drawnNode{}
	most := 0
	for _, n := range d.Nodes {
		level := -1
		if n.Level != nil {
			level = *n.Level
		}
		byLevel[level] = append(byLevel[level], n)
		most = max(most, level)
	}
	var levels []drawnLevel
	for level := range most + 1 {
		if nodes := byLevel[level]; len(nodes) > 0 {
			levels = append(levels, drawnLevel{"level " + strconv.Itoa(level), nodes})
		}
	}
	if circle := byLevel[-1]; len(circle) > 0 {
		levels = append(levels, drawnLevel{"in a cycle", circle})
	}
	return levels
}

// dot formats the graph in the DOT language of Graphviz.
func (d drawing) dot() string {
	var out strings.Builder
	out.WriteString("digraph millrace {\n  rankdir=LR;\n  node [shape=box];\n")
	for _, n := range d.Nodes {
		_, _ = fmt.Fprintf(&out, "  %s [label=%s", dotQuoted(n.ID), dotQuoted(n.label()+"\n"+n.NodeType))
		if n.X != nil {
			_, _ = fmt.Fprintf(&out, ", pos=\"%g,%g\"", *n.X, -*n.Y) // the y axis of Graphviz points upwards
		}
		out.WriteString("];\n")
	}
	slices.SortFunc(d.Edges, func(a, b drawnEdge) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	for _, e := range d.Edges {
		_, _ = fmt.Fprintf(&out, "  %s -> %s;\n", dotQuoted(e.From), dotQuoted(e.To))
	}
	out.WriteString("}\n")
	return out.String()
}

// dotQuoted quotes a text for DOT: it escapes quotes, and backslashes, which would start an escape.
func dotQuoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", "").Replace(text) + `"`
}
