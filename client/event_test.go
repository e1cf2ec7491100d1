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

// breaking is a server between us and the platform that breaks streams off: each connection gets the next script.
type breaking struct {
	*httptest.Server

	mu      sync.Mutex
	scripts []string
	marks   []string // the marks that clients came with
}

func newBreaking(t *testing.T, scripts ...string) *breaking {
	t.Helper()
	b := &breaking{scripts: scripts}
	b.Server = httptest.NewServer(b)
	t.Cleanup(b.Close)
	return b
}

// ServeHTTP plays a script. A number is a status, and everything else a stream.
func (b *breaking) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.marks = append(b.marks, r.Header.Get("Last-Event-ID"))
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

func TestEventsGoOnAfterABreak(t *testing.T) {
	t.Parallel()
	server := newBreaking(t,
		"retry: 1\n\n:\nid: 5\n\n"+runOne,
		"retry: 1\n\nevent: weather\ndata: {}\n\nid: 6\nevent: node\ndata: {\"runID\":1,\"nodeID\":\"n\"}\n\nid: 7\nevent: run\ndata: {\"id\":1",
		"retry: 1\n\nid: 7\nevent: run\ndata: {\"id\":1,\"runStatus\":\"failed\"}\n\n",
	)
	c, err := client.New(server.URL, "")
	if err != nil {
		t.Fatal(err)
	}
	var heard []string
	for event, err := range client.Events(t.Context(), c, client.Watch{Run: "1"}) {
		if err != nil {
			t.Fatal(err)
		}
		if event.Node != nil {
			heard = append(heard, event.Node.NodeID)
			continue
		}
		heard = append(heard, string(event.Run.RunStatus))
		if event.Run.RunStatus == "failed" {
			break
		}
	}
	if want := []string{"running", "n", "failed"}; !slices.Equal(heard, want) {
		t.Errorf("heard %v, want %v", heard, want)
	}
	if want := []string{"", "5", "6"}; !slices.Equal(server.marks, want) {
		t.Errorf("came back with %v, want %v", server.marks, want)
	}
}

func TestEventsEndWithWhatStays(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		scripts []string
		want    client.Kind
	}{
		"a revoked token":    {[]string{"retry: 1\n\n" + runOne, "401"}, client.KindUnauthenticated},
		"a run that is gone": {[]string{"404"}, client.KindNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, err := client.New(newBreaking(t, tt.scripts...).URL, "")
			if err != nil {
				t.Fatal(err)
			}
			var last error
			for _, err := range client.Events(t.Context(), c, client.Watch{}) {
				last = err
			}
			if refused, ok := errors.AsType[*client.ServerError](last); !ok || refused.Kind != tt.want {
				t.Errorf("the last word is %v, want %s", last, tt.want)
			}
		})
	}
}

func TestWhatIsNoStreamIsAnError(t *testing.T) {
	t.Parallel()
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<html>sign in first</html>")
	}))
	t.Cleanup(page.Close)
	c, err := client.New(page.URL, "")
	if err != nil {
		t.Fatal(err)
	}
	for event, err := range client.Events(t.Context(), c, client.Watch{}) {
		if err == nil {
			t.Errorf("heard %+v", event)
		}
	}
}
