package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/admin"
)

func (p Program) backup() *cobra.Command {
	wanted := admin.Backup{Version: p.Version}
	var asJSON bool
	command := &cobra.Command{
		Use:   "backup FILE",
		Short: "Write the state of a deployment to a file, while servers use it",
		Long: "Reads the state database directly: SQLite in --data, or PostgreSQL at --database. Servers may run and write meanwhile.\n" +
			"The file appears under its name when it is complete, and an existing file is not overwritten. It contains all\n" +
			"organizations, with password hashes and sealed secrets: keep it as safe as the database.\n\n" +
			"The server key is not in the file, so that the file alone opens no secret. Keep server.key elsewhere, or pass\n" +
			"--with-key. --with-data adds the files of embedded DuckDB in --data: a running server lets its statements there end\n" +
			"and pauses new ones while they are copied. Data in other engines needs backups of its own.\n\n" +
			"JSON: file, bytes, database, schema, tables, rows, completeUntil, keyFingerprint, hasKey, hasData, dataFiles,\n" +
			"dataBytes.",
		Example: "millrace backup /backups/millrace.tar.gz --data /var/lib/millrace --with-data\n\n" +
			"# PostgreSQL; nothing else has to be installed\nmillrace backup state.tar.gz --database postgres://millrace@db/millrace",
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			settings, err := p.loadSettings(command)
			if err != nil {
				return err
			}
			wanted.File = args[0]
			report, release, err := p.Platform.Backup(command.Context(), settings, wanted)
			if err != nil {
				return err
			}
			// Writes go on when this process ends, so that the file contains every write that was acknowledged before.
			context.AfterFunc(command.Context(), func() { _ = release() })
			return p.printBackup(report, asJSON)
		},
	}
	command.Flags().BoolVar(&wanted.WithData, "with-data", false, "add the files of embedded DuckDB")
	command.Flags().BoolVar(&wanted.WithKey, "with-key", false, "add the server key, which opens every secret in the file")
	command.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	settingsFlags(command, "data", "database")
	return command
}

func (p Program) printBackup(report admin.BackupReport, asJSON bool) error {
	until := report.CompleteUntil.UTC().Format(time.RFC3339Nano)
	if asJSON {
		return json.NewEncoder(p.Stdout).Encode(map[string]any{
			"file": report.File, "bytes": report.Size, "database": report.Database, "schema": report.Schema, "tables": report.Tables,
			"rows": report.Rows, "completeUntil": until, "keyFingerprint": report.KeyFingerprint, "hasKey": report.HasKey,
			"hasData": report.HasData, "dataFiles": report.DataFiles, "dataBytes": report.DataBytes,
		})
	}
	var text strings.Builder
	fmt.Fprintf(&text, "Wrote %s: %d rows of %d tables, %d bytes.\n", report.File, report.Rows, report.Tables, report.Size)
	fmt.Fprintf(&text, "  contains  every write that was acknowledged before %s\n", until)
	if report.HasKey {
		text.WriteString("  key       included: the file opens every secret in it\n")
	} else {
		fmt.Fprintf(&text, "  key       not included: keep server.key (fingerprint %s) elsewhere\n", report.KeyFingerprint)
	}
	if report.HasData {
		fmt.Fprintf(&text, "  data      %d files of embedded DuckDB, %d bytes\n", report.DataFiles, report.DataBytes)
	} else {
		text.WriteString("  data      not included: pass --with-data for the files of embedded DuckDB\n")
	}
	_, err := fmt.Fprint(p.Stdout, text.String())
	return err
}
