package cli

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
)

func (p Program) validate() *cobra.Command {
	var flags projectFlags
	var strict bool
	command := &cobra.Command{
		Use:   "validate [DIR]",
		Short: "Check a project and say everything that is wrong with it",
		Long: "Reads all files of a project, follows every reference, renders every template and shows what it found, with\n" +
			"file, line, column and a hint. No database is touched.\n\n" +
			"Exits with 0 when there are no errors, with 1 when there are. Warnings count only with --strict.\n\n" +
			"JSON: diagnostics, each with code, severity, file, line, column, node, message and hint, where it has them; summary\n" +
			"with the numbers of nodes, errors and warnings.",
		Example: "# the project in this folder or above it\nmillrace validate\n\n# for a program to read\nmillrace validate my-project --json",
		Args:    arguments(cobra.MaximumNArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			start := time.Now()
			folder, err := validateFolder(firstOf(args))
			if err != nil {
				return err
			}
			compiled, err := flags.compile(command, folder)
			if err != nil {
				return err
			}
			return p.printFindings(findings{compiled: compiled, took: time.Since(start), asJSON: flags.asJSON, strict: strict})
		},
	}
	flags.register(command)
	command.Flags().BoolVar(&strict, "strict", false, "fail on warnings too")
	return command
}

// validateFolder takes a folder without a manifest too: that it is missing is the first finding.
func validateFolder(named string) (string, error) {
	if named == "" {
		return findProject("")
	}
	return named, checkFolder(named)
}

// findings is what there is to say about a project.
type findings struct {
	compiled       *compiler.Compilation
	took           time.Duration
	asJSON, strict bool
}

func (f findings) counts() (nodes, errors, warnings int) {
	errors, warnings = diagnostic.Count(f.compiled.Diagnostics)
	return len(f.compiled.Nodes()), errors, warnings
}

func (f findings) verdict() error {
	_, errors, warnings := f.counts()
	if errors > 0 || f.strict && warnings > 0 {
		return reportedError{}
	}
	return nil
}
