package cli

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/admin"
)

func (p Program) restore() *cobra.Command {
	var asJSON bool
	command := &cobra.Command{
		Use:   "restore FILE",
		Short: "Restore a backup into an empty folder or database",
		Long: "Restores the state to SQLite in --data, or to PostgreSQL at --database, whichever database the backup is of.\n" +
			"Nothing is overwritten: the database must be empty, and no server may use the folder. The command checks the\n" +
			"whole file first and the restored rows afterwards, and restores everything or nothing. The schema of an older\n" +
			"version is brought up to date. Stop the old servers before you start the restored one: both would execute the\n" +
			"same runs.\n\n" +
			"The secrets of the backup open only with the key of the old server. Put it to server.key in --data, or set\n" +
			"MILLRACE_KEY; a key that is there already is compared.\n\n" +
			"JSON: file, program, createdAt, schema, tables, rows, dataFiles, folder, keyFingerprint, hasKey, secrets,\n" +
			"unreadable (objects whose secret the key does not open).",
		Example: "millrace restore /backups/millrace.tar.gz --data /var/lib/millrace\n\n" +
			"# move from SQLite to PostgreSQL\nmillrace restore state.tar.gz --database postgres://millrace@db/millrace --data /var/lib/millrace",
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			settings, err := p.loadSettings(command)
			if err != nil {
				return err
			}
			report, err := p.Platform.Restore(command.Context(), settings, admin.Restore{File: args[0]})
			if err != nil {
				return err
			}
			return p.printRestore(report, asJSON)
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	settingsFlags(command, "data", "database")
	return command
}

func (p Program) printRestore(report admin.RestoreReport, asJSON bool) error {
	createdAt := report.CreatedAt.Format(time.RFC3339)
	if asJSON {
		return json.NewEncoder(p.Stdout).Encode(map[string]any{
			"file": report.File, "program": report.Program, "createdAt": createdAt, "schema": report.Schema, "tables": report.Tables,
			"rows": report.Rows, "dataFiles": report.DataFiles, "folder": report.Folder, "keyFingerprint": report.KeyFingerprint,
			"hasKey": report.HasKey, "secrets": report.Secrets, "unreadable": append([]string{}, report.Unreadable...),
		})
	}
	var text strings.Builder
	fmt.Fprintf(&text, "Restored %s of %s: %d rows of %d tables.\n", report.File, createdAt, report.Rows, report.Tables)
	if report.DataFiles > 0 {
		fmt.Fprintf(&text, "  data      %d files of embedded DuckDB in %s\n", report.DataFiles, report.Folder)
	}
	if report.HasKey {
		fmt.Fprintf(&text, "  key       the key %s opens %d secrets\n", report.KeyFingerprint, report.Secrets)
		for _, object := range report.Unreadable {
			fmt.Fprintf(&text, "            it does not open the secret of %s: enter it again\n", object)
		}
	} else {
		fmt.Fprintf(&text, "  key       missing: put the key %s of the old server to %s (mode 0600), or set MILLRACE_KEY\n",
			report.KeyFingerprint, filepath.Join(report.Folder, "server.key"))
	}
	_, err := fmt.Fprint(p.Stdout, text.String())
	return err
}
