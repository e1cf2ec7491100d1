package cli

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/compilecache"
	"github.com/millrace/millrace/internal/diagnostic"
)

func (p Program) validate() *cobra.Command {
	var flags projectFlags
	var strict bool
	command := &cobra.Command{
		Use:   "validate [DIR]",
		Short: "Check a project and list all errors",
		Long: "Reads all files of a project, resolves every reference, renders every template and lists the findings with file,\n" +
			"line, column and a hint. No database is used.\n\n" +
			"Exits with 0 when there are no errors, with 1 when there are. Warnings count only with --strict.\n\n" +
			"JSON: diagnostics, each with code, severity and message, and file, line, column, node and hint if there are any;\n" +
			"summary with the numbers of nodes, errors and warnings.",
		Example: "# the project in this folder or a parent folder\nmillrace validate\n\n# for a program\nmillrace validate my-project --json",
		Args:    arguments(cobra.MaximumNArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			start := time.Now()
			folder, err := validateFolder(firstOf(args))
			if err != nil {
				return err
			}
			outline, err := p.outline(command, &flags, folder, compilecache.Store.Compile)
			if err != nil {
				return err
			}
			return p.printFindings(findings{
				diagnostics: outline.Diagnostics, nodes: len(outline.Nodes()), took: time.Since(start), asJSON: flags.asJSON, strict: strict,
			})
		},
	}
	flags.register(command)
	flags.registerCache(command)
	command.Flags().BoolVar(&strict, "strict", false, "fail on warnings too")
	return command
}

// validateFolder also accepts a folder without a manifest, which is then the first finding.
func validateFolder(named string) (string, error) {
	if named == "" {
		return findProject("")
	}
	return named, checkFolder(named)
}

// findings are the diagnostics of a project.
type findings struct {
	diagnostics    []diagnostic.Diagnostic
	nodes          int
	took           time.Duration
	asJSON, strict bool
}

func (f findings) counts() (nodes, errors, warnings int) {
	errors, warnings = diagnostic.Count(f.diagnostics)
	return f.nodes, errors, warnings
}

func (f findings) verdict() error {
	_, errors, warnings := f.counts()
	if errors > 0 || f.strict && warnings > 0 {
		return reportedError{}
	}
	return nil
}
