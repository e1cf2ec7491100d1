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

// person is a user at a terminal who reads the screen and answers prompts.
type person struct {
	terminal *os.File // the program's side
	keyboard *os.File // the person's side
	answers  []reply

	mu    sync.Mutex
	shown bytes.Buffer
}

// reply is what is typed when a text is shown.
type reply struct{ when, text string }

func newPerson(t *testing.T, answers ...reply) *person {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("there are no terminals here: %v", err)
	}
	var unlock, number int32
	ioctl(t, keyboard, syscall.TIOCSPTLCK, &unlock)
	ioctl(t, keyboard, syscall.TIOCGPTN, &number)
	terminal, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no terminals here: %v", err)
	}
	p := &person{terminal: terminal, keyboard: keyboard, answers: answers}
	go p.look()
	t.Cleanup(func() { _ = terminal.Close(); _ = keyboard.Close() })
	return p
}

func ioctl(t *testing.T, file *os.File, request uintptr, value *int32) {
	t.Helper()
	if _, _, failed := syscall.Syscall(syscall.SYS_IOCTL, file.Fd(), request, uintptr(unsafe.Pointer(value))); failed != 0 {
		t.Skipf("there are no terminals here: %v", failed)
	}
}

// look reads what is shown and types the next answer when its question is there.
func (p *person) look() {
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

// screen is all that was shown until now.
func (p *person) screen() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.shown.String()
}

// at runs a command at the terminal of a person, and waits until its last words are shown.
func (r *remote) at(ctx context.Context, p *person, args ...string) answer {
	r.Helper()
	program := cli.Program{
		Version: "test", Args: args, Stdin: p.terminal, Stdout: p.terminal, Stderr: p.terminal,
		Environ: []string{"MILLRACE_SERVER=" + r.address, "MILLRACE_TOKEN=" + r.token, "HOME=" + r.home, "TERM=xterm"},
	}
	code := program.Run(ctx)
	const end = "-- over --"
	_, _ = p.terminal.WriteString(end)
	for !strings.Contains(p.screen(), end) {
		select {
		case <-ctx.Done():
			return answer{code: code, out: p.screen()}
		case <-time.After(time.Millisecond): // the kernel carries it over; there is nothing to be woken by
		}
	}
	return answer{code: code, out: p.screen()}
}

func TestPasswordPromptHasNoEcho(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	r, _ := newLoginFixture(t)
	p := newPerson(t, reply{"E-mail address: ", apptest.AdminEmail + "\n"}, reply{"Password: ", apptest.AdminPassword + "\n"})
	got := r.at(ctx, p, "login")
	r.want(got, 0, `Logged in to .* as admin@example\.com`)
	if strings.Contains(got.out, apptest.AdminPassword) {
		t.Errorf("the password is on the screen:\n%s", got.out)
	}
}

func TestConfirmationPrompts(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	s := newShop(t)
	s.deployed()
	s.write("nodes/RAW-ORDERS.sql", strings.Replace(ordersNode, "'new' AS state", "2 AS size", 1))
	planned := s.at(ctx, newPerson(t), "plan", s.folder, "--environment", s.environment, "--out", s.planFile())
	s.want(planned, 0, "\x1b\\[31;1mThis plan deletes:\x1b\\[0m", "\x1b\\[32m\\+ size INTEGER\x1b\\[0m", "\x1b\\[31;1m- state VARCHAR\x1b\\[0m")
	s.want(s.at(ctx, newPerson(t, reply{"[y/N]", "n\n"}), "deploy", s.planFile()), 1, `Delete this\? \[y/N\]`, `nothing was deployed`)
	s.want(s.at(ctx, newPerson(t, reply{"[y/N]", "y\n"}), "deploy", s.planFile(), "--wait"), 0, `Run \d+ completed`)
	s.want(s.at(ctx, newPerson(t, reply{"[y/N]", "\n"}), "rollback", "--environment", s.environment), 1, `Roll back to deployment \d+\?`, `nothing was changed`)
	s.want(s.at(ctx, newPerson(t, reply{"[y/N]", "Yes\n"}), "rollback", "--environment", s.environment, "--wait"), 0, `Run \d+ completed`)
}

// TestInterruptedPrompt cancels a command that waits for input.
func TestInterruptedPrompt(t *testing.T) {
	t.Parallel()
	r, _ := newLoginFixture(t)
	ctx, cancel := context.WithCancel(t.Context())
	p := newPerson(t)
	go func() {
		for !strings.Contains(p.screen(), "E-mail address: ") && t.Context().Err() == nil {
			time.Sleep(time.Millisecond) // as above
		}
		cancel()
	}()
	r.want(r.at(ctx, p, "login"), 1)
	if _, err := os.Stat(filepath.Join(r.home, ".config")); err == nil {
		t.Error("it left something behind")
	}
}

func TestSecretPromptHasNoEcho(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	r, platform := newLoginFixture(t)
	r.token = platform.AdminToken()
	p := newPerson(t, reply{"Git token: ", "ghp_unseen\n"})
	got := r.at(ctx, p, "git-accounts", "create", "work", "--username", "ann", "--author", "Ann", "--email", "ann@example.com")
	r.want(got, 0, `name +work`)
	if strings.Contains(got.out, "ghp_unseen") {
		t.Errorf("the token was shown:\n%s", got.out)
	}
}
