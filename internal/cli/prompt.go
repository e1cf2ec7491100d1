package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"

	"github.com/millrace/millrace/internal/fault"
)

// maxTyped is how much is read of what somebody types or pipes in.
const maxTyped = 64 << 10

// canPrompt reports whether somebody is there to answer a question.
func (p Program) canPrompt() bool {
	file, ok := p.Stdin.(*os.File)
	return ok && term.IsTerminal(file.Fd()) && isTerminal(p.Stderr)
}

// confirm asks a question whose usual answer is no. Questions go beside the result, so that the result can be piped.
func (p Program) confirm(ctx context.Context, question string) (bool, error) {
	_, _ = fmt.Fprintf(p.Stderr, "%s [y/N] ", question)
	answer, err := p.readLine(ctx)
	if err != nil {
		return false, err
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes", nil
}

// requireConfirmation makes sure that somebody wants this: by a flag, or by an answer. Without either nothing happens.
func (p Program) requireConfirmation(ctx context.Context, isAgreed bool, question string) error {
	if isAgreed {
		return nil
	}
	if !p.canPrompt() {
		return fault.New(fault.Invalid, "nobody is there to be asked: %s", question).WithHint("--yes says yes beforehand.")
	}
	yes, err := p.confirm(ctx, question)
	if err == nil && !yes {
		return fault.New(fault.Canceled, "nothing was done")
	}
	return err
}

// typed asks for a line.
func (p Program) typed(ctx context.Context, label string) (string, error) {
	_, _ = fmt.Fprintf(p.Stderr, "%s: ", label)
	line, err := p.readLine(ctx)
	return strings.TrimSpace(line), err
}

// typedSecret asks for a line that is not shown while it is typed. The terminal is as it was afterwards, also when
// somebody gives up.
func (p Program) typedSecret(ctx context.Context, label string) (string, error) {
	file, ok := p.Stdin.(*os.File)
	if !ok {
		return "", fault.New(fault.Invalid, "there is no terminal to type on")
	}
	before, err := term.GetState(file.Fd())
	if err != nil {
		return "", err
	}
	defer func() { _ = term.Restore(file.Fd(), before) }()
	defer func() { _, _ = fmt.Fprintln(p.Stderr) }()
	asked := make(chan struct{})
	go func() {
		defer close(asked)
		awaitQuiet(file, before)
		_, _ = fmt.Fprintf(p.Stderr, "%s: ", label)
	}()
	defer func() { <-asked }()
	return awaited(ctx, func() (string, error) {
		secret, readErr := term.ReadPassword(file.Fd())
		return string(secret), readErr
	})
}

// awaitQuiet waits until the terminal shows no more what is typed, so that nobody is asked before. It does not wait for
// long: a terminal may not say.
func awaitQuiet(terminal *os.File, before *term.State) {
	for range 100 {
		now, err := term.GetState(terminal.Fd())
		if err != nil || !reflect.DeepEqual(now, before) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// readLine reads the next line of standard input.
func (p Program) readLine(ctx context.Context) (string, error) {
	if p.Stdin == nil {
		return "", nil
	}
	return awaited(ctx, func() (string, error) {
		line, err := bufio.NewReader(io.LimitReader(p.Stdin, maxTyped)).ReadString('\n')
		if errors.Is(err, io.EOF) {
			err = nil
		}
		return strings.TrimRight(line, "\r\n"), err
	})
}

// awaited waits for somebody to type. A read cannot be called back; when the context ends it is left behind, and ends with
// the process.
func awaited(ctx context.Context, read func() (string, error)) (string, error) {
	type typed struct {
		text string
		err  error
	}
	done := make(chan typed, 1)
	go func() {
		text, err := read()
		done <- typed{text, err}
	}()
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case t := <-done:
		return t.text, t.err
	}
}
