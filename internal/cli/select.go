package cli

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/compilecache"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/selector"
)

func (p Program) selectNodes() *cobra.Command {
	var flags projectFlags
	var folder, exclude string
	command := &cobra.Command{
		Use:   "select SELECTOR",
		Short: "Print the nodes that a selector matches",
		Long: "A selector picks nodes: { name: STG_* location: STAGE nodeType: Stage subgraph: Daily }. All conditions in one pair\n" +
			"of braces must hold; AND and OR join braces; + before braces adds everything upstream, + after them everything\n" +
			"downstream.\n\n" +
			"Exits with 1 when nothing matches.\n\n" +
			"JSON: a list of nodes, each with id, name, location and nodeType; empty when nothing matches.",
		Example: "# one node by its name\nmillrace select '{ FCT_ORDER }'\n\n" +
			"# the marts and everything upstream, without the sources\nmillrace select '+{ location: MART }' --exclude '{ location: RAW }'",
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			outline, err := p.openOutline(command, &flags, folder, compilecache.Store.Read)
			if err != nil {
				return err
			}
			nodes, err := p.pick(outline, args[0], exclude)
			if err != nil && !fault.Is(err, fault.NotFound) {
				return err
			}
			return cmp.Or(p.printSelected(nodes, flags.asJSON), err) // print the empty list too
		},
	}
	flags.register(command)
	flags.registerCache(command)
	dirFlag(command, &folder)
	command.Flags().StringVar(&exclude, "exclude", "", "selector of nodes to exclude")
	return command
}

// selectorFlags adds --select and --exclude.
func selectorFlags(command *cobra.Command, include, exclude *string) {
	command.Flags().StringVar(include, "select", "", "selector of nodes (default: all); see `millrace select --help`")
	command.Flags().StringVar(exclude, "exclude", "", "selector of nodes to exclude")
}

// selectable is a project whose nodes selectors can match.
type selectable interface {
	Select(include, exclude string) (selector.Result, []selector.Warning, error)
	Nodes() []*compiler.Node
}

// pick returns the nodes that match the selectors, by location and name. No match is an error.
func (p Program) pick(from selectable, include, exclude string) ([]*compiler.Node, error) {
	result, warnings, err := from.Select(include, exclude)
	if err != nil {
		return nil, explainSelector(err, include, exclude)
	}
	for _, w := range slices.Concat(warnings, result.Warnings) {
		p.notef("%s selector: %s", w.Part, w.Text)
	}
	wanted := make(map[string]bool, len(result.IDs))
	for _, id := range result.IDs {
		wanted[id] = true
	}
	var nodes []*compiler.Node
	for _, n := range from.Nodes() {
		if wanted[string(n.ID)] {
			nodes = append(nodes, n)
		}
	}
	if len(nodes) == 0 {
		return nil, noneSelected(include, exclude)
	}
	return nodes, nil
}

func noneSelected(include, exclude string) error {
	message := "the project has no nodes"
	switch {
	case include != "" && exclude != "":
		message = "no node matches " + include + " and not " + exclude
	case include != "":
		message = "no node matches " + include
	case exclude != "":
		message = "" + exclude + " excludes all nodes"
	}
	if include+exclude == "" {
		return fault.New(fault.NotFound, "%s", message).WithHint("Create one with `millrace new node NAME`.")
	}
	return fault.New(fault.NotFound, "%s", message).WithHint("List the nodes with `millrace graph`.")
}

type selectedNode struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Location string `json:"location"`
	NodeType string `json:"nodeType"`
}

func (p Program) printSelected(nodes []*compiler.Node, asJSON bool) error {
	if asJSON {
		list := make([]selectedNode, len(nodes))
		for i, n := range nodes {
			list[i] = selectedNode{string(n.ID), n.Name, n.Location, string(n.Node.Type)}
		}
		return p.printJSON(list)
	}
	var out strings.Builder
	for _, n := range nodes {
		out.WriteString(n.Ref().String() + "\n")
	}
	return p.print(out.String())
}
