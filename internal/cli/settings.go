package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/millrace/millrace/internal/config"
)

// settingsFlags adds the flags of these settings (all if none are named) and --config.
func settingsFlags(command *cobra.Command, keys ...string) {
	wanted := map[string]bool{}
	for _, key := range keys {
		wanted[key] = true
	}
	for _, setting := range config.Table() {
		if setting.Flag() == "" || (len(keys) > 0 && !wanted[setting.Key]) {
			continue
		}
		help := setting.Help + " (" + setting.Env() + ")"
		if setting.Shape == config.Boolean {
			command.Flags().Bool(setting.Flag(), setting.Default == "true", help)
			continue
		}
		if setting.Shape == config.List {
			command.Flags().Var(&listFlag{text: setting.Default}, setting.Flag(), help)
			continue
		}
		command.Flags().String(setting.Flag(), setting.Default, help)
	}
	command.Flags().String("config", "", "config file, TOML or YAML (MILLRACE_CONFIG)")
}

// secretSettings lists these settings (all if none are named) that have no flag. They have none because other users of the machine can read command
// lines.
func secretSettings(keys ...string) string {
	var text strings.Builder
	text.WriteString("Settings for the environment or the config file only:\n")
	for _, setting := range config.Table() {
		if setting.Secret && (len(keys) == 0 || slices.Contains(keys, setting.Key)) {
			fmt.Fprintf(&text, "  %s  %s\n", setting.Env(), setting.Help)
		}
	}
	return text.String()
}

// loadSettings reads the settings of a command from its flags, the environment and the config file.
func (p Program) loadSettings(command *cobra.Command) (config.Settings, error) {
	known := map[string]bool{}
	for _, setting := range config.Table() {
		known[setting.Flag()] = true
	}
	sources := config.Sources{Flags: map[string]string{}, Environ: p.Environ}
	command.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Name == "config" {
			sources.File = flag.Value.String()
		} else if known[flag.Name] {
			sources.Flags[flag.Name] = flag.Value.String()
		}
	})
	if command.Name() == "worker" { // the help of other commands lists few settings
		sources.Command = command.CommandPath()
	}
	return config.Load(sources)
}
