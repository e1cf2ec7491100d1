package webhook_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/webhook"
)

// outcome is the expected log of the first attempt.
type outcome struct {
	state   webhook.State
	status  int
	problem string // a part of it
	answer  func(string) bool
}

func isEmpty(answer string) bool { return answer == "" }

// behaviors returns receivers that answer in different ways. Each returns its address.
func behaviors() map[string]struct {
	url  func(t *testing.T) string
	want outcome
} {
	type behavior = struct {
		url  func(t *testing.T) string
		want outcome
	}
	answers := func(answer http.HandlerFunc) func(*testing.T) string {
		return func(t *testing.T) string { t.Helper(); return receive(t, answer).url }
	}
	failing := outcome{state: webhook.Waiting, answer: isEmpty}
	says := func(status int, problem string) outcome {
		want := failing
		want.status, want.problem = status, problem
		return want
	}
	return map[string]behavior{
		"500":      {answers(status(500)), says(500, "answered 500")},
		"404":      {answers(status(404)), says(404, "answered 404")},
		"410":      {answers(status(410)), outcome{webhook.Failed, 410, "no longer accepts", isEmpty}},
		"redirect": {redirecting, says(302, "redirects are not followed")},
		"hangs": {
			answers(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }),
			says(0, "no answer within 300ms"),
		},
		"resets the connection": {answers(reset), says(0, "could not be reached")},
		"does not listen":       {closedPort, says(0, "connection refused")},
		"speaks no TLS": {func(t *testing.T) string {
			t.Helper()
			return strings.Replace(receive(t, status(200)).url, "http:", "https:", 1)
		}, says(0, "could not be reached")},
		"has an unknown host name": {func(*testing.T) string { return "http://nowhere.invalid/" }, says(0, "cannot be resolved")},
		"speaks no HTTP":           {notHTTP, says(0, "could not be reached")},
		"has an endless header":    {answers(endlessHeader), says(0, "could not be reached")},
		"explains the error": {
			answers(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no such hook", http.StatusBadRequest) }),
			outcome{webhook.Waiting, 400, "answered 400", func(answer string) bool { return answer == "no such hook\n" }},
		},
		"has a slow body": {answers(func(w http.ResponseWriter, r *http.Request) {
			_, _ = w.Write([]byte("wait"))
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}), outcome{webhook.Delivered, 200, "", func(answer string) bool { return answer == "wait" }}},
		"has an endless body": {answers(func(w http.ResponseWriter, _ *http.Request) {
			for err := error(nil); err == nil; {
				_, err = w.Write([]byte(strings.Repeat("é", 5000)))
			}
		}), outcome{webhook.Delivered, 200, "", func(answer string) bool {
			return strings.HasPrefix(answer, "éé") && len(answer) <= webhook.KeepAnswer
		}}},
	}
}

// redirecting redirects to a receiver that fails the test if it gets a request.
func redirecting(t *testing.T) string {
	t.Helper()
	target := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") }))
	t.Cleanup(target.Close)
	return receive(t, http.RedirectHandler(target.URL, http.StatusFound).ServeHTTP).url
}

// reset closes the connection without a response.
func reset(w http.ResponseWriter, _ *http.Request) {
	connection, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	if tcp, ok := connection.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = connection.Close()
}

func endlessHeader(w http.ResponseWriter, _ *http.Request) {
	for i := range 1000 {
		w.Header().Set(fmt.Sprintf("X-%d", i), strings.Repeat("x", 1000))
	}
}

// closedPort returns an address where no server listens.
func closedPort(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	return server.URL
}

// notHTTP answers every connection with another protocol.
func notHTTP(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = connection.Write([]byte("220 mail.example ESMTP\r\n"))
			_ = connection.Close()
		}
	}()
	return "http://" + listener.Addr().String()
}

func TestReceiverBehaviors(t *testing.T) {
	t.Parallel()
	for name, test := range behaviors() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			timeout := 30 * time.Second
			if name == "hangs" || name == "has a slow body" { // the others end by themselves, however slow the machine is
				timeout = 300 * time.Millisecond
			}
			f := startDispatcherFixture(t, func(options *webhook.DispatcherOptions) { options.Timeout = timeout })
			hook := f.subscribe(t, test.url(t)).Webhook.ID
			logged := f.waitForAttempts(t, hook, f.send(t, hook), 1)
			attempt := logged.Attempts[0]
			if logged.State != test.want.state || attempt.Status != test.want.status || !test.want.answer(attempt.Answer) {
				t.Errorf("the log has %+v", logged)
			}
			if !strings.Contains(attempt.Problem, test.want.problem) || (attempt.Problem == "") != (logged.State == webhook.Delivered) {
				t.Errorf("the problem is %q, want %q", attempt.Problem, test.want.problem)
			}
			found, err := f.Get(t.Context(), f.by.Organization, hook)
			if err != nil || found.FailingSince.IsZero() != (logged.State == webhook.Delivered) {
				t.Errorf("the webhook is %+v, %v", found, err)
			}
		})
	}
}

// TestOneReceiverDoesNotDelayAnother checks that a receiver gets its messages while another hangs and a third fails.
func TestOneReceiverDoesNotDelayAnother(t *testing.T) {
	t.Parallel()
	f := newDispatcherFixture(t, store.Options{Folder: statetest.Folder(t)})
	release := make(chan struct{})
	hanging := receive(t, func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
	})
	defer close(release)
	broken, good := receive(t, status(500)), receive(t, status(200))
	slow, bad, fine := f.subscribe(t, hanging.url).Webhook.ID, f.subscribe(t, broken.url).Webhook.ID, f.subscribe(t, good.url).Webhook.ID
	f.send(t, slow)
	for range 50 {
		f.send(t, bad)
		f.send(t, fine)
	}
	f.startDispatcher(t)
	good.waitFor(t, 50)
	broken.waitFor(t, 1)
	hanging.waitFor(t, 1)
	// After a failure the webhook pauses: the other 49 messages are not sent.
	if got := len(broken.messages()); got > 2 {
		t.Errorf("a receiver that fails was tried %d times at once", got)
	}
}
