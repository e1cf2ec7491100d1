package cli

import (
	"context"
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/term"

	"github.com/millrace/millrace/internal/fault"
)

// secretInput is a secret from a prompt, from a pipe or from an environment variable. No flag takes the secret itself,
// because other users of the machine can read command lines.
type secretInput struct {
	label    string // for the prompt
	variable string // environment variable; empty for standard input
}

// readSecret reads a secret. It reads all of standard input, because a private key has several lines.
func (p Program) readSecret(ctx context.Context, from secretInput) (string, error) {
	secret, err := p.secretFrom(ctx, from)
	if err == nil && secret == "" {
		err = fault.New(fault.Invalid, "the %s is empty", from.label).WithHint("%s", from.where())
	}
	return secret, err
}

// where describes the source. It does not name the variable, because that may be the secret itself.
func (s secretInput) where() string {
	if s.variable != "" {
		return "Set the environment variable that the flag names."
	}
	return "Pipe it to standard input, or redirect a file with <."
}

func (p Program) secretFrom(ctx context.Context, from secretInput) (string, error) {
	if from.variable != "" {
		return p.variable(from.variable), nil
	}
	if file, ok := p.Stdin.(*os.File); ok && term.IsTerminal(file.Fd()) {
		return p.promptSecret(ctx, strings.ToUpper(from.label[:1])+from.label[1:])
	}
	return p.readAllInput(ctx)
}

// readAllInput reads standard input without the last line end, which most programs write.
func (p Program) readAllInput(ctx context.Context) (string, error) {
	if p.Stdin == nil {
		return "", nil
	}
	return readUntilDone(ctx, func() (string, error) {
		raw, err := io.ReadAll(io.LimitReader(p.Stdin, maxTyped+1))
		if err == nil && len(raw) > maxTyped {
			err = fault.New(fault.Limit, "standard input is too long for a secret")
		}
		return strings.TrimRight(string(raw), "\r\n"), err
	})
}
