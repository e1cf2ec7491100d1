//go:build unix

package cli_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/cli"
	"github.com/millrace/millrace/internal/fault"
)

// TestInterrupted interrupts every local command before it can finish: the command reports the interrupt, prints no
// findings and fails.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	project := t.TempDir()
	if err := os.WriteFile(filepath.Join(project, "data.yml"), []byte("b: not a project\na: 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, command := range []string{
		"validate " + project, "render " + project, "graph " + project, "lineage A.b --dir " + project, "select {A} --dir " + project,
		"show A --dir " + project, "query x --dir " + project, "new node X --dir " + project,
		"import dbt " + project, "run " + project, "fmt " + project, "fmt --check " + filepath.Join(project, "data.yml"),
	} {
		var out, problems bytes.Buffer
		program := cli.Program{Args: strings.Fields(command), Stdout: &out, Stderr: &problems}
		if code := program.Run(ctx); code != 1 || out.Len() > 0 || problems.String() != "millrace: interrupted\n" {
			t.Errorf("%s: exit code %d\n%s%s", command, code, out.String(), problems.String())
		}
	}
}

// TestSignalInterrupts sends a signal to this process while a command runs in it.
func TestSignalInterrupts(t *testing.T) { //nolint:paralleltest // signals reach every command of the process
	for _, sent := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		command := cli.Local(&cobra.Command{RunE: func(command *cobra.Command, _ []string) error {
			if err := syscall.Kill(os.Getpid(), sent); err != nil {
				return err
			}
			<-command.Context().Done()
			return command.Context().Err()
		}})
		command.SetContext(t.Context())
		if err := command.RunE(command, nil); !fault.Is(err, fault.Canceled) || err.Error() != "interrupted" {
			t.Errorf("%v: %v", sent, err)
		}
	}
}

// TestLocalFailureIsNotUnreachable checks that a file error exits with 1, like all failed work.
func TestLocalFailureIsNotUnreachable(t *testing.T) {
	t.Parallel()
	cause := errors.New("permission denied")
	command := cli.Local(&cobra.Command{RunE: func(*cobra.Command, []string) error {
		return fault.Wrap(cause, fault.Unavailable, "the file cannot be written")
	}})
	command.SetContext(t.Context())
	err := command.RunE(command, nil)
	if !fault.Is(err, fault.Conflict) || !errors.Is(err, cause) || err.Error() != "the file cannot be written: permission denied" {
		t.Errorf("%v", err)
	}
}
