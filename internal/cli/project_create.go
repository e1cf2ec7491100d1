package cli

import (
	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
)

// projectCreateFlags say what a new project is like.
type projectCreateFlags struct {
	remoteFlags

	platform, description, repository, branch, account string
}

func (p Program) projectCreate() *cobra.Command {
	var flags projectCreateFlags
	command := &cobra.Command{
		Use:   "create NAME",
		Short: "Create a project",
		Long: "Creates a project. Its repository is one that the server keeps, or the one of --git-repo, which\n" +
			"`millrace projects import` then brings in.\n\n" +
			"JSON: the project, with its id.",
		Example: "millrace projects create 'Corner shop'\n\n# on PostgreSQL, with a repository elsewhere\n" +
			"millrace projects create Shop --platform postgres --git-repo https://git.example.com/shop.git --git-branch main",
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			server, err := p.connect(&flags.remoteFlags)
			if err != nil {
				return err
			}
			made, err := server.CreateProject(command.Context(), api.ProjectCreate{
				Name: args[0], PlatformKind: api.PlatformKind(flags.platform), Description: given(flags.description),
				GitRepo: given(flags.repository), GitBranch: given(flags.branch), GitAccountID: given(api.ID(flags.account)),
			})
			if err != nil {
				return err
			}
			return p.printProject(made, flags.asJSON)
		},
	}
	flags.register(command)
	command.Flags().StringVar(&flags.platform, "platform", string(api.Duckdb), "kind of engine: duckdb, postgres, …")
	command.Flags().StringVar(&flags.description, "description", "", "what the project is for")
	command.Flags().StringVar(&flags.repository, "git-repo", "", "address of a repository, https or ssh; one that the server keeps if left out")
	command.Flags().StringVar(&flags.branch, "git-branch", "", "its default branch")
	command.Flags().StringVar(&flags.account, "git-account", "", "id of the git account to reach it with")
	return command
}
