package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/httpapi"
	"github.com/millrace/millrace/internal/reference"
)

// referencePage is a page of the reference: it prints itself as Markdown and encodes as JSON.
type referencePage interface{ Markdown() string }

// topic is a page of the reference with its command and its file.
type topic struct {
	name, file, short, json string
	page                    func() referencePage
}

// topics returns the pages of the reference.
func (p Program) topics() []topic {
	return []topic{
		{
			"node-types", "node-types.md", "Print the node types of the library with their options",
			"nodeTypes, each with name, kind, description, options, annotations, systemColumns and example",
			func() referencePage { return reference.OfNodeTypes() },
		},
		{
			"annotations", "annotations.md", "Print the annotations of SQL nodes",
			"annotations, each with name, of, description, parameters, nodeTypes, defaults and example",
			func() referencePage { return reference.OfAnnotations() },
		},
		{
			"tests", "tests.md", "Print the tests that nodes can have",
			"annotations, the tests of SQL nodes; options, the tests of YAML nodes",
			func() referencePage { return reference.OfTests() },
		},
		{
			"functions", "template-functions.md", "Print the variables, functions and filters of templates",
			"variables, functions, tokens, dialect, filters and tests, each with usage, meaning, example and output",
			func() referencePage { return reference.OfFunctions() },
		},
		{
			"configuration", "configuration.md", "Print the settings of servers and workers",
			"settings, each with key, flag, environment, default, type, expected and meaning",
			func() referencePage { return reference.OfSettings() },
		},
		{
			"commands", "commands.md", "Print the help of all commands",
			"commands, each with path, use, group, short, long, example and flags",
			func() referencePage { return commandsOf(p.root()) },
		},
		{
			"errors", "errors.md", "Print kinds of errors and codes of diagnostics with what to do",
			"faults, the kinds of errors; diagnostics, the codes by section",
			func() referencePage { return reference.OfErrors(httpapi.StatusOf, exitCodeOf) },
		},
	}
}

// exitCodeOf returns the exit code of an error of a kind on this machine.
func exitCodeOf(kind fault.Kind) int { return exitCode(fault.New(kind, "")) }

func (p Program) docs() *cobra.Command {
	command := group("docs", "Print the reference of projects, settings, commands and errors")
	command.Long = "The reference is generated from the code of this program, so it describes exactly this version. A server shows it\n" +
		"with the other documents at /docs."
	for _, t := range p.topics() {
		command.AddCommand(p.docsTopic(t))
	}
	command.AddCommand(p.docsWrite())
	return command
}

func (p Program) docsTopic(t topic) *cobra.Command {
	var asJSON bool
	command := &cobra.Command{
		Use: t.name, Short: t.short,
		Long:    "Prints a page of the reference as Markdown.\n\nJSON: " + t.json + ".",
		Example: "millrace docs " + t.name + "\n\n# for programs\nmillrace docs " + t.name + " --json",
		Args:    arguments(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return p.printJSON(t.page())
			}
			return p.print(t.page().Markdown())
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return command
}

func (p Program) docsWrite() *cobra.Command {
	return &cobra.Command{
		Use: "write DIR", Short: "Write all pages of the reference to a folder",
		Long:    "Writes the pages as Markdown files to a folder, which must exist. `make generate` writes docs/reference with it.",
		Example: "millrace docs write docs/reference",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error {
			var written []string
			for _, t := range p.topics() {
				file := filepath.Join(args[0], t.file)
				if err := os.WriteFile(file, []byte(t.page().Markdown()), 0o644); err != nil { //nolint:gosec // documents are for everybody
					return fault.Wrap(err, fault.Conflict, "cannot write %s", file).WithHint("Create the folder, or choose another one.")
				}
				written = append(written, file)
			}
			return p.print(strings.Join(written, "\n") + "\n")
		},
	}
}
