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

func (p Program) worker() *cobra.Command {
	command := &cobra.Command{
		Use:   "worker",
		Short: "Execute runs of servers on the same PostgreSQL database",
		Long: "Executes runs without an API and a web application. It needs the --database of the servers and their key:\n" +
			"server.key in the --data folder, or MILLRACE_KEY. Runs on the embedded DuckDB stay with the server that owns its\n" +
			"files. Runs on a ducklake connection use the folder too: DuckDB keeps temporary data in duckdb/, and downloads\n" +
			"extensions to duckdb-extensions/ unless --duckdb-extensions names a folder that has them.\n\n" +
			"A worker never changes the schema of the database: update the servers first.\n\n" +
			"Ctrl-C or SIGTERM drains: the worker claims nothing more, lets its runs continue for --drain-timeout, and\n" +
			"releases those that are left, so that other workers continue them.\n\n" + secretSettings("key", "metrics_token"),
		Example: "millrace worker --database postgres://millrace@db/millrace --data /etc/millrace\n\n" +
			"# runs that ask for the label eu too, at most 20 at once, with metrics and /healthz\n" +
			"millrace worker --database postgres://millrace@db/millrace --label eu --max-runs 20 --metrics-listen :9464",
		Args: arguments(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			ctx, stop := signal.NotifyContext(command.Context(), syscall.SIGINT, syscall.SIGTERM)
			defer stop()
			return p.runWorker(ctx, stop, command)
		},
	}
	settingsFlags(command, "data", "database", "label", "max_runs", "worker_name", "drain_timeout", "metrics_listen", "duckdb_memory",
		"duckdb_temp_space", "duckdb_threads", "duckdb_folders", "duckdb_extensions", "outgoing_networks", "log.format", "log.level")
	command.Flags().Lookup("data").Usage = "folder with the key of the servers, and for temporary data of lakes (MILLRACE_DATA)"
	return command
}

func (p Program) runWorker(ctx context.Context, stop func(), command *cobra.Command) error {
	settings, err := p.loadSettings(command)
	if err != nil {
		return err
	}
	logger, err := telemetry.NewLogger(p.Stderr, settings.Log.Format, settings.Log.Level)
	if err != nil {
		return err
	}
	started, err := p.Platform.StartWorker(ctx, admin.Start{Settings: settings, Version: p.Version, Logger: logger})
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(p.Stdout, "Millrace %s worker %s is ready\n", p.Version, started.Name())
	if address := started.MetricsAddress(); address != "" {
		_, _ = fmt.Fprintf(p.Stdout, "  metrics   http://%s/metrics\n", address)
	}
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	return started.Serve(ctx)
}
