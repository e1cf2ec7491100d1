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

// maxTyped limits how much input is read from a prompt or a pipe.
const maxTyped = 64 << 10

// canPrompt reports whether standard input and standard error are a terminal.
func (p Program) canPrompt() bool {
	file, ok := p.Stdin.(*os.File)
	return ok && term.IsTerminal(file.Fd()) && isTerminal(p.Stderr)
}

// confirm asks a question whose default answer is no. It writes to standard error, so that the result can be piped.
func (p Program) confirm(ctx context.Context, question string) (bool, error) {
	_, _ = fmt.Fprintf(p.Stderr, "%s [y/N] ", question)
	answer, err := p.readLine(ctx)
	if err != nil {
		return false, err
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes", nil
}

// requireConfirmation returns an error unless the user agreed with a flag or at the prompt.
func (p Program) requireConfirmation(ctx context.Context, isAgreed bool, question string) error {
	if isAgreed {
		return nil
	}
	if !p.canPrompt() {
		return fault.New(fault.Invalid, "cannot prompt: no terminal: %s", question).WithHint("Pass --yes.")
	}
	yes, err := p.confirm(ctx, question)
	if err == nil && !yes {
		return fault.New(fault.Canceled, "nothing was changed")
	}
	return err
}

// promptLine prompts for a line.
func (p Program) promptLine(ctx context.Context, label string) (string, error) {
	_, _ = fmt.Fprintf(p.Stderr, "%s: ", label)
	line, err := p.readLine(ctx)
	return strings.TrimSpace(line), err
}

// promptSecret prompts for a line without echo. It restores the terminal afterwards, also when the user cancels.
func (p Program) promptSecret(ctx context.Context, label string) (string, error) {
	file, ok := p.Stdin.(*os.File)
	if !ok {
		return "", fault.New(fault.Invalid, "cannot prompt: no terminal")
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
		waitForNoEcho(file, before)
		_, _ = fmt.Fprintf(p.Stderr, "%s: ", label)
	}()
	defer func() { <-asked }()
	return readUntilDone(ctx, func() (string, error) {
		secret, readErr := term.ReadPassword(file.Fd())
		return string(secret), readErr
	})
}

// waitForNoEcho waits until the terminal has switched off echo, so that the prompt does not appear earlier. It stops
// waiting after a short time, because a terminal may not report this.
func waitForNoEcho(terminal *os.File, before *term.State) {
	for range 100 {
		now, err := term.GetState(terminal.Fd())
		if err != nil || !reflect.DeepEqual(now, before) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// lineReader reads the next line of standard input.
type lineReader func(ctx context.Context) (string, error)

// lines returns a reader of several lines. It buffers, so nothing else may read standard input afterwards.
func (p Program) lines() lineReader {
	if p.Stdin == nil {
		return func(context.Context) (string, error) { return "", nil }
	}
	buffered := bufio.NewReader(io.LimitReader(p.Stdin, maxTyped))
	return func(ctx context.Context) (string, error) {
		return readUntilDone(ctx, func() (string, error) {
			line, err := buffered.ReadString('\n')
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return strings.TrimRight(line, "\r\n"), err
		})
	}
}

// readLine reads one line of standard input.
func (p Program) readLine(ctx context.Context) (string, error) { return p.lines()(ctx) }

// readUntilDone waits for input. A read cannot be interrupted: when the context ends, the read stays blocked until the
// process ends.
func readUntilDone(ctx context.Context, read func() (string, error)) (string, error) {
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
