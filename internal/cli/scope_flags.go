package cli

import (
	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/fault"
)

// scopeFlags select an environment or a workspace.
type scopeFlags struct{ environment, workspace string }

func (f *scopeFlags) register(command *cobra.Command) {
	environmentFlag(command, &f.environment)
	command.Flags().StringVar(&f.workspace, "workspace", "", "id of a workspace instead of an environment; `millrace workspaces` lists them")
}

func (f *scopeFlags) check(command *cobra.Command) error {
	if f.environment+f.workspace != "" {
		return exclusive(command, "environment", "workspace")
	}
	return &usageError{err: fault.New(fault.Invalid, "--environment or --workspace is missing"), command: command.CommandPath()}
}
