package cli

import (
	"cmp"

	"github.com/spf13/cobra"
)

// insideFlag is --workspace.
type insideFlag struct{ workspace string }

func (f *insideFlag) register(command *cobra.Command) {
	command.Flags().StringVar(&f.workspace, "workspace", "", "id of the workspace; `millrace workspaces` lists them")
}

func (f *insideFlag) check(command *cobra.Command) error {
	return required(command, "workspace", f.workspace)
}

// checkChange also requires a flag that says what to change.
func (f *insideFlag) checkChange(command *cobra.Command) error {
	return cmp.Or(f.check(command), someChange(command, "workspace"))
}

// versionsLong describes concurrent changes.
const versionsLong = "The server rejects the change if another user has changed the object since. Then run the command again."
