package cli

import (
	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/compilecache"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
)

// graphFlags are the flags of graph.
type graphFlags struct {
	projectFlags

	include, exclude, format string
	withLayout               bool
}

func (p Program) graph() *cobra.Command {
	var flags graphFlags
	command := &cobra.Command{
		Use:   "graph [DIR]",
		Short: "Print the dependency graph of a project",
		Long: "Prints the nodes and the edges between them: level by level as text, as JSON, or as DOT for Graphviz. With a\n" +
			"selector, prints only the selected nodes and the edges between them.\n\n" +
			"JSON: nodes, each with id, name, location, nodeType, fingerprint, level unless it is in a cycle, and x and y with\n" +
			"--layout; edges, each with from and to, the ids of nodes.",
		Example: "# level by level\nmillrace graph\n\n# as an image\nmillrace graph --format dot | dot -Tsvg > graph.svg\n\n" +
			"# one node with all its neighbors\nmillrace graph --select '+{ DIM_CUSTOMER }+' --format json",
		Args: arguments(cobra.MaximumNArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			write, err := flags.writer()
			if err != nil {
				return err
			}
			outline, err := p.openOutline(command, &flags.projectFlags, firstOf(args), flags.reading())
			if err != nil {
				return err
			}
			nodes, err := p.pick(outline, flags.include, flags.exclude)
			if err != nil {
				return err
			}
			return write(p, newDrawing(outline.Graph, nodes, flags.withLayout))
		},
	}
	flags.register(command)
	flags.registerCache(command)
	selectorFlags(command, &flags.include, &flags.exclude)
	command.Flags().StringVar(&flags.format, "format", "text", "text, json or dot")
	command.Flags().BoolVar(&flags.withLayout, "layout", false, "include the position of each node, in json and dot")
	return command
}

// reading returns how the project is read. Only JSON has the fingerprints of nodes, which need a compilation.
func (f *graphFlags) reading() reading {
	if f.asJSON || f.format == "json" {
		return compilecache.Store.Compile
	}
	return compilecache.Store.Read
}

// writer selects the output format. --json is the same as --format json.
func (f *graphFlags) writer() (func(Program, drawing) error, error) {
	if f.asJSON {
		return Program.printJSONDrawing, nil
	}
	switch f.format {
	case "text":
		return func(p Program, d drawing) error { return p.print(d.text(p.palette())) }, nil
	case "json":
		return Program.printJSONDrawing, nil
	case "dot":
		return func(p Program, d drawing) error { return p.print(d.dot()) }, nil
	}
	return nil, fault.New(fault.Invalid, "unknown format %q", f.format).WithHint("Use --format text, json or dot.")
}

func (p Program) printJSONDrawing(d drawing) error { return p.printJSON(d) }

// inOrder sorts nodes by their dependencies. Nodes in a cycle have no order and come last.
func inOrder(compiled *compiler.Compilation, nodes []*compiler.Node) []*compiler.Node {
	waiting := make(map[string]*compiler.Node, len(nodes))
	for _, n := range nodes {
		waiting[string(n.ID)] = n
	}
	ordered := make([]*compiler.Node, 0, len(nodes))
	for _, id := range compiled.Graph.Order() {
		if n, ok := waiting[id]; ok {
			ordered = append(ordered, n)
			delete(waiting, id)
		}
	}
	for _, n := range nodes {
		if _, left := waiting[string(n.ID)]; left {
			ordered = append(ordered, n)
		}
	}
	return ordered
}
