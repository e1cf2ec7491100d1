package cli

import (
	"cmp"

	"github.com/spf13/cobra"
)

// workspaceFlag is --workspace.
type workspaceFlag struct{ workspace string }

func (f *workspaceFlag) register(command *cobra.Command) {
	command.Flags().StringVar(&f.workspace, "workspace", "", "id of the workspace; `millrace workspaces` lists them")
}

func (f *workspaceFlag) check(command *cobra.Command) error {
	return required(command, "workspace", f.workspace)
}

// checkChange also requires a flag that says what to change.
func (f *workspaceFlag) checkChange(command *cobra.Command) error {
	return cmp.Or(f.check(command), someChange(command, "workspace"))
}

// versionsLong describes concurrent changes.
const versionsLong = "The server rejects the change if another user has changed the object since. Then run the command again."
