package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/cli"
)

// terminalUser is a user at a terminal who reads the screen and answers prompts.
type terminalUser struct {
	terminal *os.File // the program's side
	keyboard *os.File // the user's side
	answers  []reply

	mu    sync.Mutex
	shown bytes.Buffer
}

// reply is a text to type when another text is on the screen.
type reply struct{ when, text string }

func newTerminalUser(t *testing.T, answers ...reply) *terminalUser {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		skipWithoutTerminals(t, err)
	}
	var unlock, number int32
	ioctl(t, keyboard, syscall.TIOCSPTLCK, &unlock)
	ioctl(t, keyboard, syscall.TIOCGPTN, &number)
	terminal, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		skipWithoutTerminals(t, err)
	}
	p := &terminalUser{terminal: terminal, keyboard: keyboard, answers: answers}
	go p.answerPrompts()
	t.Cleanup(func() { _ = terminal.Close(); _ = keyboard.Close() })
	return p
}

// skipWithoutTerminals skips the test. It fails the test if MILLRACE_TEST_TERMINAL_REQUIRED is 1, as in continuous integration.
func skipWithoutTerminals(t *testing.T, err error) {
	t.Helper()
	if os.Getenv("MILLRACE_TEST_TERMINAL_REQUIRED") == "1" {
		t.Fatalf("no terminals available: %v", err)
	}
	t.Skipf("no terminals available: %v", err)
}

func ioctl(t *testing.T, file *os.File, request uintptr, value *int32) {
	t.Helper()
	if _, _, failed := syscall.Syscall(syscall.SYS_IOCTL, file.Fd(), request, uintptr(unsafe.Pointer(value))); failed != 0 {
		skipWithoutTerminals(t, failed)
	}
}

// answerPrompts reads the screen and types the next reply when its text is shown.
func (p *terminalUser) answerPrompts() {
	chunk := make([]byte, 4096)
	for {
		n, err := p.keyboard.Read(chunk)
		if err != nil {
			return
		}
		p.mu.Lock()
		p.shown.Write(chunk[:n])
		if len(p.answers) > 0 && strings.Contains(p.shown.String(), p.answers[0].when) {
			_, _ = p.keyboard.WriteString(p.answers[0].text)
			p.answers = p.answers[1:]
		}
		p.mu.Unlock()
	}
}

// screen returns everything shown so far.
func (p *terminalUser) screen() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.shown.String()
}

// runAtTerminal runs a command at the terminal of a user, and waits until the screen shows all its output.
func (r *remote) runAtTerminal(ctx context.Context, p *terminalUser, args ...string) answer {
	r.Helper()
	program := cli.Program{
		Version: "test", Args: args, Stdin: p.terminal, Stdout: p.terminal, Stderr: p.terminal,
		Environ: []string{"MILLRACE_SERVER=" + r.address, "MILLRACE_TOKEN=" + r.token, "HOME=" + r.home, "TERM=xterm"},
	}
	code := program.Run(ctx)
	const end = "-- end --"
	_, _ = p.terminal.WriteString(end)
	for !strings.Contains(p.screen(), end) {
		select {
		case <-ctx.Done():
			return answer{code: code, out: p.screen()}
		case <-time.After(time.Millisecond): // the kernel transfers the text, so there is no event to wait for
		}
	}
	return answer{code: code, out: p.screen()}
}

func TestPasswordPromptHasNoEcho(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	r, _ := newLoginFixture(t)
	p := newTerminalUser(t, reply{"E-mail address: ", apptest.AdminEmail + "\n"}, reply{"Password: ", apptest.AdminPassword + "\n"})
	got := r.runAtTerminal(ctx, p, "login")
	r.want(got, 0, `Logged in to .* as admin@example\.com`)
	if strings.Contains(got.out, apptest.AdminPassword) {
		t.Errorf("the screen shows the password:\n%s", got.out)
	}
}

func TestConfirmationPrompts(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	s := newProjectFixture(t)
	s.deploy()
	s.write("nodes/RAW-ORDERS.sql", strings.Replace(ordersNode, "'new' AS state", "2 AS size", 1))
	planned := s.runAtTerminal(ctx, newTerminalUser(t), "plan", s.folder, "--environment", s.environment, "--out", s.planFile())
	s.want(planned, 0, "\x1b\\[31;1mThis plan deletes:\x1b\\[0m", "\x1b\\[32m\\+ size INTEGER\x1b\\[0m", "\x1b\\[31;1m- state VARCHAR\x1b\\[0m")
	s.want(s.runAtTerminal(ctx, newTerminalUser(t, reply{"[y/N]", "n\n"}), "deploy", s.planFile()), 1, `Delete this\? \[y/N\]`, `nothing was deployed`)
	s.want(s.runAtTerminal(ctx, newTerminalUser(t, reply{"[y/N]", "y\n"}), "deploy", s.planFile(), "--wait"), 0, `Run \d+ completed`)
	s.want(s.runAtTerminal(ctx, newTerminalUser(t, reply{"[y/N]", "\n"}), "rollback", "--environment", s.environment), 1, `Roll back to deployment \d+\?`, `nothing was changed`)
	s.want(s.runAtTerminal(ctx, newTerminalUser(t, reply{"[y/N]", "Yes\n"}), "rollback", "--environment", s.environment, "--wait"), 0, `Run \d+ completed`)
}

// TestInterruptedPrompt cancels a command that waits for input.
func TestInterruptedPrompt(t *testing.T) {
	t.Parallel()
	r, _ := newLoginFixture(t)
	ctx, cancel := context.WithCancel(t.Context())
	p := newTerminalUser(t)
	go func() {
		for !strings.Contains(p.screen(), "E-mail address: ") && t.Context().Err() == nil {
			time.Sleep(time.Millisecond) // the same
		}
		cancel()
	}()
	r.want(r.runAtTerminal(ctx, p, "login"), 1)
	if _, err := os.Stat(filepath.Join(r.home, ".config")); err == nil {
		t.Error("the interrupted command created files")
	}
}

func TestSecretPromptHasNoEcho(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	r, platform := newLoginFixture(t)
	r.token = platform.AdminToken()
	p := newTerminalUser(t, reply{"Git token: ", "ghp_unseen\n"})
	got := r.runAtTerminal(ctx, p, "git-accounts", "create", "work", "--username", "ann", "--author", "Ann", "--email", "ann@example.com")
	r.want(got, 0, `name +work`)
	if strings.Contains(got.out, "ghp_unseen") {
		t.Errorf("the screen shows the token:\n%s", got.out)
	}
}
