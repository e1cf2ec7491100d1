package attack_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

// endless is a query that takes DuckDB days.
const endless = "SELECT count(*) AS n FROM range(100000000) AS a, range(100000000) AS b WHERE (a.range * b.range) % 7 = 3"

// A client starts an endless query and disconnects. The query does not continue without it.
func TestPreviewEndsWithItsClient(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newEngineFixture(t, database, func(s *config.Settings) { s.Limits.PreviewTimeout = 0 })
		path, quick := f.newPreview("ENDLESS", endless), f.newPreview("QUICK", "SELECT 1 AS n")
		f.awaitUsers("0")
		ctx, leave := context.WithCancel(t.Context())
		left := make(chan error, 1)
		go func() { left <- f.visit(ctx, path) }()
		f.awaitUsers("1")
		for range 10 { // from the use of the engine to the execution of the query
			f.pause("the query")
		}
		f.wantUsers("1")
		leave()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("the client got %v", err)
		}
		f.awaitUsers("0")
		f.Get(f.token, quick).Want(http.StatusOK)
	})
}

// An endless query ends with a reason that tells the author what to do.
func TestPreviewEndsAtItsTimeLimit(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newEngineFixture(t, database, func(s *config.Settings) { s.Limits.PreviewTimeout = 300 * time.Millisecond })
		body := string(f.Get(f.token, f.newPreview("ENDLESS", endless)).Want(http.StatusBadRequest).Body)
		if !strings.Contains(body, "ENDLESS exceeded the timeout of 300ms") || !strings.Contains(body, "Make it read less") {
			t.Errorf("the reason is missing: %s", body)
		}
		f.awaitUsers("0")
	})
}

// newPreview creates a node in a new workspace and returns the path of its preview.
func (f *engineFixture) newPreview(name, sql string) string {
	f.t.Helper()
	workspace := f.Post(f.token, "/api/v1/workspaces", object{"project": f.project, "name": name}).Want(http.StatusCreated).Field("id")
	nodes := "/api/v1/workspaces/" + workspace + "/nodes"
	node := f.Post(f.token, nodes, object{"nodeType": "View", "name": name, "sql": sql}).Want(http.StatusCreated).Field("id")
	return nodes + "/" + node + "/data"
}

// visit sends a GET that ends with its context.
func (f *engineFixture) visit(ctx context.Context, path string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, f.URL+path, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+f.token)
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return err
	}
	return response.Body.Close()
}

// users reports whether so many runs and requests use an engine. A preview uses it until its query has stopped there.
func (f *engineFixture) users(want string) bool {
	f.t.Helper()
	return strings.Contains(string(f.Get(apptest.MetricsToken, "/metrics").Want(http.StatusOK).Body), "\nmillrace_engine_users "+want+"\n")
}

func (f *engineFixture) wantUsers(want string) {
	f.t.Helper()
	if !f.users(want) {
		f.t.Fatalf("there are not %s users of engines", want)
	}
}

func (f *engineFixture) awaitUsers(want string) {
	f.t.Helper()
	for !f.users(want) {
		f.pause(want + " users of engines")
	}
}
