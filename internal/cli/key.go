package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/admin"
	"github.com/millrace/millrace/internal/config"
)

func (p Program) key() *cobra.Command {
	parent := group("key", "Rotate the key that seals secrets")
	parent.AddCommand(
		p.keyCommand(keyOperation{
			use: "status", short: "Show the keys and how many secrets each has sealed",
			long: "Reads the state database and the key directly. Servers may run.",
			do:   admin.Platform.KeyStatus,
		}),
		p.keyCommand(keyOperation{
			use: "add", short: "Add a new key to server.key, for a later rotation",
			long: "The new key seals nothing before `millrace key rotate`. With several machines, copy server.key to the others in\n" +
				"between, so that all servers and workers know the new key when it is used.",
			do: admin.Platform.AddKey,
		}),
		p.keyCommand(keyOperation{
			use: "rotate", short: "Seal all secrets with a new key, while servers run",
			long: "Uses the key that `millrace key add` added, or adds one, and seals every secret again in small transactions.\n" +
				"Servers and workers that use the same server.key notice the new key within seconds. Access tokens and sessions\n" +
				"stay valid. Repeat the command if it was interrupted. The old keys stay in server.key until `millrace key prune`.",
			do: admin.Platform.RotateKey,
		}),
		p.keyCommand(keyOperation{
			use: "prune", short: "Remove the keys from server.key that no secret needs any more",
			long: "Keep the removed keys as long as you keep backups from before the rotation: their secrets open with those keys\nonly.",
			do:   admin.Platform.PruneKeys,
		}),
	)
	return parent
}

// keyOperation is a command about keys.
type keyOperation struct {
	use, short, long string
	do               func(platform admin.Platform, ctx context.Context, settings config.Settings) (admin.KeyReport, error)
}

func (p Program) keyCommand(operation keyOperation) *cobra.Command {
	var asJSON bool
	command := &cobra.Command{
		Use: operation.use, Short: operation.short,
		Long:    operation.long + "\n\nJSON: active, keys, secrets (by key; \"\" for those that do not name it), changed, removed, unreadable.",
		Example: "millrace key " + operation.use + " --data /var/lib/millrace",
		Args:    arguments(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			settings, err := p.loadSettings(command)
			if err != nil {
				return err
			}
			report, err := operation.do(p.Platform, command.Context(), settings)
			if err != nil {
				return err
			}
			return p.printKeys(report, asJSON)
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	settingsFlags(command, "data", "database")
	return command
}

func (p Program) printKeys(report admin.KeyReport, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(p.Stdout).Encode(map[string]any{
			"active": report.Active, "keys": report.Keys, "secrets": report.Secrets, "changed": report.Changed,
			"removed": append([]string{}, report.Removed...), "unreadable": append([]string{}, report.Unreadable...),
		})
	}
	var text strings.Builder
	if report.Changed > 0 {
		fmt.Fprintf(&text, "Sealed %d secrets again.\n", report.Changed)
	}
	for _, removed := range report.Removed {
		fmt.Fprintf(&text, "Removed key %s.\n", removed)
	}
	for _, fingerprint := range report.Keys {
		note := ""
		if fingerprint == report.Active {
			note = "   active"
		}
		fmt.Fprintf(&text, "key %s  %d secrets%s\n", fingerprint, report.Secrets[fingerprint], note)
	}
	if count := report.Secrets[""]; count > 0 {
		fmt.Fprintf(&text, "%d secrets do not name their key\n", count)
	}
	slices.Sort(report.Unreadable)
	for _, object := range slices.Compact(report.Unreadable) {
		fmt.Fprintf(&text, "cannot be opened with any key: %s. Enter its secret again.\n", object)
	}
	_, err := fmt.Fprint(p.Stdout, text.String())
	return err
}
