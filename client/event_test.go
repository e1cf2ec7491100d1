package client_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"github.com/millrace/millrace/client"
)

// brokenStreams is a server that breaks streams off: each connection gets the next script.
type brokenStreams struct {
	*httptest.Server

	mu      sync.Mutex
	scripts []string
	lastIDs []string // the Last-Event-ID of each connection
}

func newBrokenStreams(t *testing.T, scripts ...string) *brokenStreams {
	t.Helper()
	b := &brokenStreams{scripts: scripts}
	b.Server = httptest.NewServer(b)
	t.Cleanup(b.Close)
	return b
}

// ServeHTTP plays a script. A number is a status, and everything else a stream.
func (b *brokenStreams) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lastIDs = append(b.lastIDs, r.Header.Get("Last-Event-ID"))
	var script string
	if len(b.scripts) > 0 {
		script, b.scripts = b.scripts[0], b.scripts[1:]
	}
	var status int
	if _, err := fmt.Sscan(script, &status); err == nil {
		http.Error(w, "no", status)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	_, _ = io.WriteString(w, script)
}

const runOne = "event: run\ndata: {\"id\":1,\"runStatus\":\"running\"}\n\n"

func TestEventsContinueAfterABrokenConnection(t *testing.T) {
	t.Parallel()
	server := newBrokenStreams(t,
		"retry: 1\n\n:\nid: 5\n\n"+runOne,
		"retry: 1\n\nevent: unknown\ndata: {}\n\nid: 6\nevent: node\ndata: {\"runID\":1,\"nodeID\":\"n\"}\n\nid: 7\nevent: run\ndata: {\"id\":1",
		"retry: 1\n\nid: 7\nevent: run\ndata: {\"id\":1,\"runStatus\":\"failed\"}\n\n",
	)
	var got []string
	for event, err := range newClient(t, server.URL, "").Events(t.Context(), client.Watch{Run: "1"}) {
		if err != nil {
			t.Fatal(err)
		}
		if event.Node != nil {
			got = append(got, event.Node.NodeID)
			continue
		}
		got = append(got, string(event.Run.RunStatus))
		if event.Run.RunStatus == "failed" {
			break
		}
	}
	if want := []string{"running", "n", "failed"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if want := []string{"", "5", "6"}; !slices.Equal(server.lastIDs, want) {
		t.Errorf("reconnected with %v, want %v", server.lastIDs, want)
	}
}

func TestEventsOfEveryKindAreDecoded(t *testing.T) {
	t.Parallel()
	server := newBrokenStreams(t, "event: deployment\ndata: {\"runID\":3}\n\n"+
		"event: environment\ndata: {\"environmentID\":\"4\"}\n\nevent: schedule\ndata: {\"scheduleID\":\"s\"}\n\n"+runOne)
	var got []string
	for event, err := range newClient(t, server.URL, "").Events(t.Context(), client.Watch{}) {
		switch {
		case err != nil:
			t.Fatal(err)
		case event.Deployment != nil:
			got = append(got, fmt.Sprint(event.Deployment.RunID))
		case event.Environment != nil:
			got = append(got, event.Environment.EnvironmentID)
		case event.Schedule != nil:
			got = append(got, event.Schedule.ScheduleID)
		}
		if event.Run != nil {
			break
		}
	}
	if want := []string{"3", "4", "s"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestEventsEndWithAPermanentError(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		scripts []string
		want    client.Kind
	}{
		"revoked token": {[]string{"retry: 1\n\n" + runOne, "401"}, client.KindUnauthenticated},
		"deleted run":   {[]string{"404"}, client.KindNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newClient(t, newBrokenStreams(t, tt.scripts...).URL, "")
			var last error
			for _, err := range c.Events(t.Context(), client.Watch{}) {
				last = err
			}
			if refused, ok := errors.AsType[*client.ServerError](last); !ok || refused.Kind != tt.want {
				t.Errorf("the last error is %v, want %s", last, tt.want)
			}
		})
	}
}

func TestEventsEndWithAResponseThatIsNoStream(t *testing.T) {
	t.Parallel()
	c, _ := replies(t, http.StatusOK, "text/html", "<html>sign in first</html>")
	for event, err := range c.Events(t.Context(), client.Watch{}) {
		if _, ok := errors.AsType[*client.UnexpectedResponseError](err); !ok {
			t.Errorf("got %+v, %v", event, err)
		}
	}
}
