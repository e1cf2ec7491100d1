package cli

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/progress"
)

func (p Program) commit() *cobra.Command {
	var flags remoteFlags
	var workspace, message string
	command := &cobra.Command{
		Use:   "commit --workspace ID --message TEXT",
		Short: "Commit what is in a workspace to its branch",
		Long: "Commits what is in a workspace to the branch that it is bound to, in your name.\n\n" +
			"JSON: the commit, with oid, message, authorName, authorEmail, createdAt and parents.",
		Example: "millrace commit --workspace 3 -m 'Orders have a tax'\nmillrace plan --environment 2 --commit main",
		Args:    arguments(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			if err := cmp.Or(required(command, "workspace", workspace), required(command, "message", message)); err != nil {
				return err
			}
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			answer, err := server.CommitWorkspaceWithResponse(command.Context(), workspace, api.CommitRequest{Message: message})
			if err != nil {
				return err
			}
			if answer.JSON201 == nil {
				return notOurs()
			}
			if flags.asJSON {
				return p.printJSON(answer.JSON201)
			}
			made := answer.JSON201
			return p.print(fmt.Sprintf("Commit %s by %s: %s\n", made.Oid, progress.Clean(made.AuthorName), progress.Clean(made.Message)))
		},
	}
	flags.register(command)
	command.Flags().StringVar(&workspace, "workspace", "", "id of the workspace; `millrace workspaces` lists them")
	command.Flags().StringVarP(&message, "message", "m", "", "what the commit changes")
	return command
}
