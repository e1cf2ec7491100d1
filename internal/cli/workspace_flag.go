package cli

import (
	"cmp"

	"github.com/spf13/cobra"
)

// insideFlag says in which workspace something is worked on.
type insideFlag struct{ workspace string }

func (f *insideFlag) register(command *cobra.Command) {
	command.Flags().StringVar(&f.workspace, "workspace", "", "id of the workspace; `millrace workspaces` lists them")
}

func (f *insideFlag) check(command *cobra.Command) error {
	return required(command, "workspace", f.workspace)
}

// checkChange also wants a flag that says what to change.
func (f *insideFlag) checkChange(command *cobra.Command) error {
	return cmp.Or(f.check(command), someChange(command, "workspace"))
}

// versionsLong says what becomes of two people who change the same thing.
const versionsLong = "It is refused when somebody else changed it meanwhile: look at it again, and give the change again."
