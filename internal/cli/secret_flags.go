package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/fault"
)

// secretFlags say where the parts of a secret are to be found. They never hold one.
type secretFlags struct {
	stdin string   // name of the part that standard input holds
	env   []string // NAME=VARIABLE
	none  bool     // the secret is to go away
}

func (f *secretFlags) register(command *cobra.Command) {
	command.Flags().StringVar(&f.stdin, "secret-stdin", "", "name of a secret, such as password, that is read from standard input")
	command.Flags().StringArrayVar(&f.env, "secret-env", nil,
		"secret from an environment variable, as name=VARIABLE, such as password=PGPASSWORD; may be repeated")
}

// readSecrets gives the parts of a secret by name; empty when no flag names one.
func (p Program) readSecrets(ctx context.Context, f *secretFlags) (map[string]string, error) {
	secrets := map[string]string{}
	for _, item := range f.env {
		name, variable, _ := strings.Cut(item, "=")
		if name == "" || variable == "" {
			// The item is not shown: somebody may have written the secret itself.
			return nil, fault.New(fault.Invalid, "--secret-env is not of the form name=VARIABLE").
				WithHint("It names a variable of the environment, such as password=PGPASSWORD.")
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
