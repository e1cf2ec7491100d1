package cli

import (
	"github.com/spf13/cobra"
)

// ownUserFlags are the user that an environment has instead of the one of its connection.
type ownUserFlags struct {
	user    string
	secrets secretFlags
}

func (f *ownUserFlags) register(command *cobra.Command) {
	f.secrets.register(command)
	command.Flags().StringVar(&f.user, "connection-user", "",
		"the environment's own user of the connection; --secret-stdin and --secret-env are its secret (organization administrators)")
}
