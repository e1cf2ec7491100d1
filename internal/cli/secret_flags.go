package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/fault"
)

// secretFlags name the sources of the parts of a secret. They never contain a secret.
type secretFlags struct {
	stdin string   // name of the part to read from standard input
	env   []string // NAME=VARIABLE
	none  bool     // remove the secret
}

func (f *secretFlags) register(command *cobra.Command) {
	command.Flags().StringVar(&f.stdin, "secret-stdin", "", "name of the secret to read from standard input, such as password")
	command.Flags().StringArrayVar(&f.env, "secret-env", nil,
		"secret from an environment variable, as name=VARIABLE, such as password=PGPASSWORD; may be repeated")
}

// readSecrets returns the parts of a secret by name; empty if no flag names one.
func (p Program) readSecrets(ctx context.Context, f *secretFlags) (map[string]string, error) {
	secrets := map[string]string{}
	for _, item := range f.env {
		name, variable, _ := strings.Cut(item, "=")
		if name == "" || variable == "" {
			// The item is not shown, because it may be the secret itself.
			return nil, fault.New(fault.Invalid, "--secret-env does not have the form name=VARIABLE").
				WithHint("Name an environment variable, such as password=PGPASSWORD.")
		}
		secret, err := p.readSecret(ctx, secretInput{label: "secret " + name, variable: variable})
		if err != nil {
			return nil, err
		}
		secrets[name] = secret
	}
	if f.stdin == "" {
		return secrets, nil
	}
	secret, err := p.readSecret(ctx, secretInput{label: f.stdin})
	secrets[f.stdin] = secret
	return secrets, err
}
