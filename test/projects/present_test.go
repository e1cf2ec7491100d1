package projects_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// stagesText formats the stages of a node.
func stagesText(n *compiler.Node) string {
	var out strings.Builder
	for _, template := range []struct {
		name   string
		result *render.Result
	}{{"create", n.Create}, {"run", n.Run}} {
		if template.result == nil {
			fmt.Fprintf(&out, "-- %s: does not render\n", template.name)
			continue
		}
		if len(template.result.ShownStages()) == 0 {
			fmt.Fprintf(&out, "-- %s: nothing\n", template.name)
		}
		for _, s := range template.result.ShownStages() {
			fmt.Fprintf(&out, "-- %s: %s [%s]\n%s\n;\n", template.name, s.Name, stageTraits(s), s.SQL)
		}
	}
	return out.String()
}

func stageTraits(s render.Stage) string {
	traits := []string{string(s.Type)}
	if s.Phase != render.NoPhase {
		traits = append(traits, string(s.Phase))
	}
	if !s.ContinueOnFailure {
		traits = append(traits, "stops on failure")
	}
	return strings.Join(traits, ", ")
}

// findingsText formats findings as compilers do, each with its hint.
func findingsText(list []diagnostic.Diagnostic) string {
	var out strings.Builder
	for _, d := range list {
		fmt.Fprintln(&out, d)
		if d.Hint != "" {
			fmt.Fprintln(&out, "    →", d.Hint)
		}
	}
	return out.String()
}

// graphJSON formats the graph by names, because a reader can check these.
func graphJSON(t *testing.T, c *compiler.Compilation) string {
	t.Helper()
	type node struct {
		Node  string   `json:"node"`
		Type  string   `json:"type"`
		Reads []string `json:"reads"`
	}
	levels := [][]node{}
	for _, ids := range c.Graph.Levels() {
		level := []node{}
		for _, id := range ids {
			entry := node{Node: nodeName(c, transform.NodeID(id)), Reads: []string{}}
			if n, ok := c.Node(transform.NodeID(id)); ok {
				entry.Type = string(n.Node.Type)
			}
			for _, up := range c.Graph.Upstream(id) {
				entry.Reads = append(entry.Reads, nodeName(c, transform.NodeID(up)))
			}
			level = append(level, entry)
		}
		levels = append(levels, level)
	}
	text, err := json.MarshalIndent(levels, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + "\n"
}

// lineageText formats the origin of every column.
func lineageText(c *compiler.Compilation) string {
	var out strings.Builder
	for _, n := range c.Nodes() {
		found, ok := c.Lineage.Node(n.ID)
		if !ok {
			continue
		}
		fmt.Fprintf(&out, "%s\n", n.Ref())
		if found.Opaque != "" {
			fmt.Fprintf(&out, "  not complete: %s\n", found.Opaque)
		}
		for i, column := range found.Columns {
			fmt.Fprintf(&out, "  %s %s%s\n", columnName(c, n.ID, column.Column), n.Columns[i].DataType, inputsText(c, column.Inputs))
		}
		if len(found.Uses) > 0 {
			fmt.Fprintf(&out, "  rows%s\n", inputsText(c, found.Uses))
		}
	}
	return out.String()
}

func inputsText(c *compiler.Compilation, inputs []lineage.Input) string {
	var out strings.Builder
	for _, in := range inputs {
		fmt.Fprintf(&out, "\n    %s %s.%s", in.Use, nodeName(c, in.Node), columnName(c, in.Node, in.Column))
	}
	return out.String()
}

func nodeName(c *compiler.Compilation, id transform.NodeID) string {
	if n, ok := c.Node(id); ok {
		return n.Ref().String()
	}
	return string(id)
}

func columnName(c *compiler.Compilation, node transform.NodeID, id transform.ColumnID) string {
	if n, ok := c.Node(node); ok {
		for i := range n.Columns {
			if n.Columns[i].ID == id {
				return n.Columns[i].Name
			}
		}
	}
	return string(id)
}
