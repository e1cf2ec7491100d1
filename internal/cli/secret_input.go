package cli

import (
	"context"
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/term"

	"github.com/millrace/millrace/internal/fault"
)

// secretInput is a secret that somebody types, that is piped in, or that a variable of the environment holds. There is no
// flag for the secret itself: other users of a machine can read command lines.
type secretInput struct {
	label    string // for the person who types it
	variable string // of the environment; standard input when it is empty
}

// readSecret reads a secret. A private key has several lines, so all of standard input is read.
func (p Program) readSecret(ctx context.Context, from secretInput) (string, error) {
	secret, err := p.secretFrom(ctx, from)
	if err == nil && secret == "" {
		err = fault.New(fault.Invalid, "the %s is empty", from.label).WithHint("%s", from.where())
	}
	return secret, err
}

// where does not name the variable: somebody may have written the secret itself in its place.
func (s secretInput) where() string {
	if s.variable != "" {
		return "It was looked for in the environment variable that the flag names."
	}
	return "It was looked for on standard input. Pipe it in, or redirect a file with <."
}

func (p Program) secretFrom(ctx context.Context, from secretInput) (string, error) {
	if from.variable != "" {
		return p.variable(from.variable), nil
	}
	if file, ok := p.Stdin.(*os.File); ok && term.IsTerminal(file.Fd()) {
		return p.typedSecret(ctx, strings.ToUpper(from.label[:1])+from.label[1:])
	}
	return p.readAllInput(ctx)
}

// readAllInput reads what is piped in, without the line end that most programs write at the end.
func (p Program) readAllInput(ctx context.Context) (string, error) {
	if p.Stdin == nil {
		return "", nil
	}
	return awaited(ctx, func() (string, error) {
		raw, err := io.ReadAll(io.LimitReader(p.Stdin, maxTyped+1))
		if err == nil && len(raw) > maxTyped {
			err = fault.New(fault.Limit, "there is more on standard input than a secret can be")
		}
		return strings.TrimRight(string(raw), "\r\n"), err
	})
}
