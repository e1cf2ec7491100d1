package cli

import (
	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
)

// projectCreateFlags describe a new project.
type projectCreateFlags struct {
	remoteFlags

	platform, description, repository, branch, account string
}

func (p Program) projectCreate() *cobra.Command {
	var flags projectCreateFlags
	command := &cobra.Command{
		Use:   "create NAME",
		Short: "Create a project",
		Long: "Creates a project. The server stores its repository, or uses the one of --git-repo, which `millrace projects import`\n" +
			"then reads.\n\n" +
			"JSON: the project, with its id.",
		Example: "millrace projects create 'Corner shop'\n\n# on PostgreSQL, with a remote repository\n" +
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
	command.Flags().StringVar(&flags.platform, "platform", string(api.Duckdb), "kind of engine: duckdb, ducklake, postgres, …")
	command.Flags().StringVar(&flags.description, "description", "", "description of the project")
	command.Flags().StringVar(&flags.repository, "git-repo", "", "https or ssh address of a remote repository (default: the server stores the repository)")
	command.Flags().StringVar(&flags.branch, "git-branch", "", "default branch of the repository")
	command.Flags().StringVar(&flags.account, "git-account", "", "id of the git account for the repository")
	return command
}
