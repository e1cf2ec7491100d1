package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/millrace/millrace/internal/cli/doctor"
	"github.com/millrace/millrace/internal/cli/profile"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/progress"
)

func (p Program) doctor() *cobra.Command {
	var flags remoteFlags
	command := &cobra.Command{
		Use:   "doctor",
		Short: "Check this machine and the server for problems",
		Long: "Checks the profiles, the settings, the mail server and the data folder of this machine. Then checks a server:\n" +
			"whether it responds, whether the clocks agree, whether the token is valid, whether each connection works, and which\n" +
			"environments and schedules fail. It changes nothing.\n\n" +
			"Exits with 1 when a check failed; warnings do not count.\n\n" +
			"JSON: findings, each with check, state (ok, warn or fail), message and hint, and state, the worst of them.",
		Example: "millrace doctor\n\n# a server, and the data folder of this machine\nmillrace doctor --server https://millrace.example.com --data /var/lib/millrace",
		Args:    arguments(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			findings := doctor.Machine{Version: p.Version, Profiles: profile.Path(p.variable), Settings: p.sources(command)}.Checks(command.Context())
			findings = append(findings, p.examineServer(command.Context(), &flags)...)
			if err := command.Context().Err(); err != nil {
				return err
			}
			return p.printFindingsOf(findings, flags.asJSON)
		},
	}
	flags.register(command)
	settingsFlags(command, "data")
	command.Flags().Lookup("data").Usage = "data folder of a server on this machine to check (MILLRACE_DATA)"
	return command
}

// sources returns where the settings of a server on this machine come from, without the variables of the command line.
func (p Program) sources(command *cobra.Command) config.Sources {
	sources := config.Sources{Flags: map[string]string{}, Environ: p.Environ}
	command.Flags().Visit(func(flag *pflag.Flag) {
		switch flag.Name {
		case "config":
			sources.File = flag.Value.String()
		case "data":
			sources.Flags[flag.Name] = flag.Value.String()
		}
	})
	return sources
}

// examineServer checks the server that the flags, the environment or a profile name.
func (p Program) examineServer(ctx context.Context, flags *remoteFlags) []doctor.Finding {
	who, err := p.identity(flags)
	if err != nil {
		return []doctor.Finding{doctor.OfError("server", err)}
	}
	server, err := who.client(responseTimeout)
	if err != nil {
		return []doctor.Finding{doctor.OfError("server", err)}
	}
	return doctor.Server{
		Address: withoutPassword(who.server), Client: server, Version: p.Version, Now: time.Now, IsKnown: who.token != "",
	}.Checks(ctx)
}

func (p Program) printFindingsOf(findings []doctor.Finding, asJSON bool) error {
	worst := doctor.Worst(findings)
	var err error
	if asJSON {
		err = p.printJSON(struct {
			State    doctor.State     `json:"state"`
			Findings []doctor.Finding `json:"findings"`
		}{worst, findings})
	} else {
		err = p.print(p.findingsText(findings))
	}
	if err == nil && worst == doctor.Fail {
		return reportedError{}
	}
	return err
}

func (p Program) findingsText(findings []doctor.Finding) string {
	c := p.palette()
	paint := map[doctor.State]func(string) string{doctor.OK: c.green, doctor.Warn: c.yellow, doctor.Fail: c.red}
	var out strings.Builder
	for _, f := range findings {
		_, _ = fmt.Fprintf(&out, "%s  %s: %s\n", paint[f.State](fmt.Sprintf("%-4s", f.State)), progress.Clean(f.Check), progress.Clean(f.Message))
		if f.Hint != "" {
			_, _ = fmt.Fprintf(&out, "      %s\n", c.cyan("→ "+progress.Clean(f.Hint)))
		}
	}
	return out.String()
}
