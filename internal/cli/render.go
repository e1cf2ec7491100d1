package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/render"
)

// renderFlags are the flags of render.
type renderFlags struct {
	projectFlags

	include, exclude, template string
}

func (p Program) render() *cobra.Command {
	var flags renderFlags
	command := &cobra.Command{
		Use:   "render [DIR]",
		Short: "Print the SQL of nodes in dependency order",
		Long: "Renders the templates of the selected nodes and prints their stages as SQL with comments, to read or to pipe into a\n" +
			"SQL shell. The stages of a template form one transaction if the engine supports transactional DDL. No database is\n" +
			"used.\n\n" +
			"Exits with 1 when a selected node has errors; `millrace validate` shows them.\n\n" +
			"JSON: a list, in order, each with node, id, template (create or run), stages (name, type, phase, continueOnFailure,\n" +
			"sql), refs (node, kind, known) and warnings, which are as in `millrace validate --json`.",
		Example: "# all nodes\nmillrace render\n\n" +
			"# the load SQL of the dimensions and everything upstream\nmillrace render --select '+{ nodeType: Dimension }' --template run\n\n" +
			"# with a template parameter\nmillrace render --select '{ FCT_ORDER }' --parameter since=2024-01-01",
		Args: arguments(cobra.MaximumNArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			if err := checkTemplate(flags.template); err != nil {
				return err
			}
			flags.printsSQL = true
			folder, err := findProject(firstOf(args))
			if err != nil {
				return err
			}
			compiled, err := p.compileSelected(command, &flags.projectFlags, folder, compiler.Selection{Include: flags.include, Exclude: flags.exclude})
			if err != nil {
				return err
			}
			p.noteErrors(compiled.Diagnostics)
			return p.runRender(compiled, flags)
		},
	}
	flags.register(command)
	flags.registerCache(command)
	selectorFlags(command, &flags.include, &flags.exclude)
	command.Flags().StringVar(&flags.template, "template", "", "render only this template: create or run")
	return command
}

func checkTemplate(name string) error {
	switch name {
	case "", "create", "run":
		return nil
	}
	return fault.New(fault.Invalid, "unknown template %q", name).WithHint("Use --template create or run, or omit it for both.")
}

func (p Program) runRender(compiled *compiler.Compilation, flags renderFlags) error {
	nodes, err := p.pick(compiled, flags.include, flags.exclude)
	if err != nil {
		return err
	}
	rendered := renderedTemplates(inOrder(compiled, nodes), flags.template)
	if flags.asJSON {
		err = p.printJSON(rendered)
	} else {
		err = p.print(sqlScript(rendered, isTransactional(compiled)))
	}
	if err != nil {
		return err
	}
	return p.checkRendered(nodes, flags.template)
}

// checkRendered returns an error that names the nodes that have errors or did not render.
func (p Program) checkRendered(nodes []*compiler.Node, only string) error {
	var failed []*compiler.Node
	for _, n := range nodes {
		isMissing := only != "run" && n.Create == nil || only != "create" && n.Run == nil
		if n.HasErrors() || isMissing && !n.AwaitsColumns() {
			failed = append(failed, n)
		}
	}
	if len(failed) == 0 {
		return nil
	}
	p.notef("%s with errors: %s", counted(len(failed), "node"), nameList(failed))
	return reportedError{}
}

// nameList lists the first names of nodes and counts the rest.
func nameList(nodes []*compiler.Node) string {
	names := make([]string, len(nodes))
	for i, n := range nodes {
		names[i] = n.Ref().String()
	}
	return few(names)
}

// few lists the first names and counts the rest.
func few(names []string) string {
	const most = 5
	text := strings.Join(names[:min(len(names), most)], ", ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(", and %d more", more)
	}
	return text
}

// renderedTemplate is the output of one template of a node.
type renderedTemplate struct {
	Node     string                  `json:"node"` // LOCATION.NAME
	ID       string                  `json:"id"`
	Template string                  `json:"template"`
	Stages   []render.Stage          `json:"stages"`
	Refs     []renderedRef           `json:"refs"`
	Warnings []diagnostic.Diagnostic `json:"warnings"`
}

// renderedRef is a node that a template refers to.
type renderedRef struct {
	Node  string         `json:"node"` // LOCATION.NAME
	Kind  render.RefKind `json:"kind"`
	Known bool           `json:"known"` // it is in the project
}

func renderedRefs(refs []render.Ref) []renderedRef {
	list := make([]renderedRef, len(refs))
	for i, ref := range refs {
		list[i] = renderedRef{ref.Node.String(), ref.Kind, ref.Known}
	}
	return list
}

func renderedTemplates(nodes []*compiler.Node, only string) []renderedTemplate {
	list := []renderedTemplate{}
	for _, n := range nodes {
		for _, one := range []struct {
			name   string
			result *render.Result
		}{{"create", n.Create}, {"run", n.Run}} {
			if only != "" && only != one.name || one.result == nil || len(one.result.ShownStages()) == 0 {
				continue
			}
			list = append(list, renderedTemplate{
				Node: n.Ref().String(), ID: string(n.ID), Template: one.name, Stages: one.result.ShownStages(),
				Refs: renderedRefs(one.result.Refs), Warnings: orEmpty(one.result.Warnings),
			})
		}
	}
	return list
}
