package cli

import (
	"context"
	"fmt"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/admin"
	"github.com/millrace/millrace/internal/telemetry"
)

func (p Program) serve() *cobra.Command {
	command := &cobra.Command{
		Use:   "serve",
		Short: "Start the server with the HTTP API and the web application",
		Long: "Starts the whole platform in one process. In an empty data folder it creates an organization, an administrator and a\n" +
			"sample project, and prints the login. Ctrl-C or SIGTERM drains and stops the server.\n\n" + secretSettings(),
		Example: "# everything on this machine\nmillrace serve\n\n" +
			"# several servers on one PostgreSQL\nmillrace serve --database postgres://millrace@db/millrace\n\n" +
			"# without runs, which `millrace worker` executes elsewhere\nmillrace serve --database postgres://millrace@db/millrace --no-worker",
		Args: arguments(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			ctx, stop := signal.NotifyContext(command.Context(), syscall.SIGINT, syscall.SIGTERM)
			defer stop()
			return p.runServe(ctx, stop, command)
		},
	}
	settingsFlags(command)
	return command
}

func (p Program) runServe(ctx context.Context, stop func(), command *cobra.Command) error {
	settings, err := p.loadSettings(command)
	if err != nil {
		return err
	}
	logger, err := telemetry.NewLogger(p.Stderr, settings.Log.Format, settings.Log.Level)
	if err != nil {
		return err
	}
	platform, err := p.Platform.Start(ctx, admin.Start{Settings: settings, Version: p.Version, Logger: logger})
	if err != nil {
		return err
	}
	p.greet(platform)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	return platform.Serve(ctx)
}

// greet prints that the server is ready, and its address. Scripts read the address from the first line.
func (p Program) greet(platform admin.Running) {
	_, _ = fmt.Fprintf(p.Stdout, "Millrace %s is ready at %s\n", p.Version, platform.Address())
	login := platform.Login()
	if login == nil {
		return
	}
	password := login.Password + "   (shown only once)"
	if login.Password == "" {
		password = "as set by MILLRACE_ADMIN_PASSWORD"
	}
	_, _ = fmt.Fprintf(p.Stdout, "  login     %s\n  password  %s\n", login.Email, password)
}
