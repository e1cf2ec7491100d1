package contract_test

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/apptest"
)

// example is a receiver of the documentation.
type example struct {
	language, file string
	build          []string // nil for none
	command        []string
}

// TestDocumentedReceivers runs the documented examples, with another port, and sends a message to each.
func TestDocumentedReceivers(t *testing.T) {
	t.Parallel()
	for _, e := range []example{
		{"go", "main.go", []string{"go", "build", "-o", "receiver", "main.go"}, []string{"./receiver"}},
		{"python", "main.py", nil, []string{"python3", "main.py"}},
	} {
		t.Run(e.language, func(t *testing.T) {
			t.Parallel()
			if tool := slices.Concat(e.build, e.command)[0]; !isInstalled(tool) {
				t.Skipf("there is no %s here", tool)
			}
			platform := start(t, apptest.Database{}, privateWebhooks)
			token := platform.AdminToken()
			port := freePort(t)
			hook := newWebhook(platform, token, object{"url": "http://127.0.0.1:" + port + "/hook"})
			lines := e.run(t, port, hook.Secret)
			id := platform.Post(token, webhooksPath+"/"+hook.Webhook.ID+"/test", nil).Want(http.StatusAccepted).Field("id")
			line, err := lines.ReadString('\n')
			if err != nil || !strings.HasPrefix(line, id+" {") || !strings.Contains(line, `"webhook.test"`) {
				t.Errorf("the receiver printed %q, %v", line, err)
			}
			deliveryIs(t, platform, token, hook.Webhook.ID, "delivered")
			if got := forged(t, port); got != http.StatusUnauthorized && got != http.StatusBadRequest {
				t.Errorf("a message that nobody signed got %d", got)
			}
		})
	}
}

// run starts an example and returns its output once it listens.
func (e example) run(t *testing.T, port, secret string) *bufio.Reader {
	t.Helper()
	raw, err := os.ReadFile("../../docs/7-webhooks.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, found := strings.Cut(string(raw), "\n```"+e.language+"\n")
	text, _, ended := strings.Cut(text, "\n```\n")
	if !found || !ended || !strings.Contains(text, "9000") {
		t.Fatalf("the documentation has no receiver in %s", e.language)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, e.file), []byte(strings.Replace(text, "9000", port, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if e.build != nil {
		build := exec.CommandContext(t.Context(), e.build[0], e.build[1:]...)
		build.Dir = folder
		if said, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
	}
	command := exec.CommandContext(t.Context(), e.command[0], e.command[1:]...)
	command.Dir, command.Env = folder, append(os.Environ(), "WEBHOOK_SECRET="+secret)
	printed, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Wait() })
	awaitPort(t, port)
	return bufio.NewReader(printed)
}

func isInstalled(tool string) bool {
	_, err := exec.LookPath(tool)
	return err == nil
}

func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err := errors.Join(err, listener.Close()); err != nil {
		t.Fatal(err)
	}
	return port
}

// awaitPort waits until the port is open.
func awaitPort(t *testing.T, port string) {
	t.Helper()
	for range 6000 {
		if connection, err := net.Dial("tcp", "127.0.0.1:"+port); err == nil {
			_ = connection.Close()
			return
		}
		select {
		case <-t.Context().Done():
		case <-time.After(10 * time.Millisecond):
		}
	}
	t.Fatal("the receiver does not listen")
}

// forged sends a message with a wrong signature and returns the status.
func forged(t *testing.T, port string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1:"+port+"/hook", strings.NewReader(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Webhook-Id", "a")
	request.Header.Set("Webhook-Timestamp", "1614265330")
	request.Header.Set("Webhook-Signature", "v1,AAAA")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode
}
