package contract_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
)

const eventsPath = "/api/v1/events"

// wantPath fails the test unless these states occurred in this order. Some may be missing and some may occur twice,
// because a state may change while a stream begins.
func wantPath(t *testing.T, what string, got []string, states ...string) {
	t.Helper()
	left := slices.Compact(slices.Clone(got))
	for _, state := range states {
		if len(left) > 0 && left[0] == state {
			left = left[1:]
		}
	}
	if len(left) > 0 {
		t.Errorf("%s went through %v, want %v", what, got, states)
	}
}

// observedRun contains the events of a run until it ended.
type observedRun struct {
	run   []string
	nodes map[string][]string
}

func (e *events) follow(run string) observedRun {
	e.t.Helper()
	observed := observedRun{nodes: map[string][]string{}}
	for {
		event := e.next()
		if event.name == "node" {
			name := event.data["name"].(string)
			observed.nodes[name] = append(observed.nodes[name], event.data["runState"].(string))
			continue
		}
		if asJSON(e.t, event.data["id"]) != run {
			continue
		}
		status := event.data["runStatus"].(string)
		observed.run = append(observed.run, status)
		if status != "waitingToRun" && status != "running" {
			return observed
		}
	}
}

func TestEventsReportRun(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		everything := openEvents(t, m.Platform, m.token, "")
		here := openEvents(t, m.Platform, m.token, "?environmentID="+m.environment)
		run := m.startRun(nil, object{"number": "none"})
		for _, stream := range []*events{everything, here, openEvents(t, m.Platform, m.token, "?runID="+run)} {
			observed := stream.follow(run)
			wantPath(t, "the run", observed.run, "waitingToRun", "running", "failed")
			wantPath(t, "GRAIN", observed.nodes["GRAIN"], "running", "complete")
			wantPath(t, "SIEVE", observed.nodes["SIEVE"], "running", "failed")
			wantPath(t, "SACK", observed.nodes["SACK"], "skipped")
			for name, last := range map[string]string{"GRAIN": "complete", "STONE": "complete", "SIEVE": "failed", "SACK": "skipped", "INSPECT": "complete"} {
				if states := observed.nodes[name]; len(states) == 0 || states[len(states)-1] != last {
					t.Errorf("%s: %v, want %s in the end", name, states, last)
				}
			}
		}
	})
}

// After a disconnect the stream resumes, also on another server, and no event is missing.
func TestEventsResumeAfterDisconnect(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		servers := []*apptest.Platform{m.Platform}
		if database.IsPostgres() {
			servers = append(servers, start(t, database))
		}
		run := m.startRun(object{"includeNodesSelector": "+{ STONE }"}, object{"wait": 3600})
		stream := openEvents(t, m.Platform, m.token, "?environmentID="+m.environment)
		for event := stream.next(); event.name != "node" || event.data["nodeID"] != stoneNode; event = stream.next() {
			continue
		}
		stream.close()
		m.Post(m.token, "/scheduler/cancelRun", object{"runID": run}).Want(http.StatusNoContent)
		m.await(run, "canceled")
		for _, server := range servers {
			observed := openEvents(t, server, m.token, "?environmentID="+m.environment, stream.mark).follow(run)
			wantSame(t, "the end of the run", observed.run[len(observed.run)-1:], []string{"canceled"})
			wantSame(t, "STONE", observed.nodes["STONE"], []string{"canceled"})
			if observed.nodes["GRAIN"] != nil {
				t.Errorf("GRAIN is reported again: %v", observed.nodes["GRAIN"])
			}
		}
	})
}

// Without a sequence a stream begins with the active runs, not with history.
func TestEventsBeginWithActiveRuns(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	running := m.startSlow()
	m.awaitSlowNode(running)
	waiting := m.startRun(object{"includeNodesSelector": "{ STONE }"}, nil)
	stream := openEvents(t, m.Platform, m.token, "")
	observed := map[string]any{}
	for range 2 {
		event := stream.next()
		observed[asJSON(t, event.data["id"])] = event.data["runStatus"]
	}
	if observed[running] != "running" || observed[waiting] != "waitingToRun" {
		t.Errorf("the stream begins with %v", observed)
	}
}

func TestRevokedTokenEndsStreams(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		d := newDeployment(t, database)
		admin := d.first().AdminToken()
		person := d.first().NewPerson(admin, "ada@example.com", "contributor")
		made := newTokenOf(d.first(), person.Token)
		revoked := openEvents(t, d.last(), made.Token, "")
		d.first().Delete(person.Token, "/api/v1/auth/tokens/"+made.ID).Want(http.StatusNoContent)
		revoked.rest()
		d.last().Get(made.Token, eventsPath).Want(http.StatusUnauthorized)

		disabled := openEvents(t, d.last(), person.Token, "")
		d.first().Patch(admin, "/api/v1/users/"+person.ID, object{"status": "disabled"}).Want(http.StatusOK)
		disabled.rest()
	})
}

func newTokenOf(platform *apptest.Platform, token string) api.NewToken {
	var made api.NewToken
	platform.Post(token, "/api/v1/auth/tokens", nil).Want(http.StatusCreated).JSON(&made)
	return made
}

// A server that stops does not wait for streams, because they never end.
func TestDrainEndsStreams(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	token := platform.AdminToken()
	streams := []*events{openEvents(t, platform, token, ""), openEvents(t, platform, token, "")}
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		platform.Stop()
	}()
	for _, stream := range streams {
		stream.rest()
	}
	<-stopped
}

func TestInvalidStreamsAreRejected(t *testing.T) {
	t.Parallel()
	w := newAPIFixture(t, apptest.Database{})
	_, outsider := w.NewOrganization("Rival", "boss@rival.example")
	stranger := w.NewPerson(w.admin.Token, "stranger@example.com", "member")
	for _, tt := range []struct {
		token, query string
		status       int
	}{
		{"", "", http.StatusUnauthorized},
		{w.admin.Token, "?runID=one", http.StatusBadRequest},
		{w.admin.Token, "?runID=900003", http.StatusNotFound},
		{w.admin.Token, "?environmentID=900002", http.StatusNotFound},
		{w.admin.Token, "?after=yesterday", http.StatusBadRequest},
		{w.admin.Token, "?after=1&after=2", http.StatusBadRequest},
		{outsider.Token, "?runID=" + w.names.run, http.StatusNotFound},
		{outsider.Token, "?environmentID=" + w.names.environment, http.StatusNotFound},
		{stranger.Token, "?runID=" + w.names.run, http.StatusNotFound},
		{stranger.Token, "?environmentID=" + w.names.environment, http.StatusNotFound},
	} {
		wantFault(t, w.Get(tt.token, eventsPath+tt.query), tt.status)
	}
}

// Streams do not show runs of other users' environments.
func TestEventsShowOnlyVisibleRuns(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		hidden := m.NewEnvironment(m.token, m.home, "Hidden")
		mapToOwnSchema(m.Platform, m.token, hidden)
		m.Deploy(m.organization, hidden, deployedFiles())
		_, outsider := m.NewOrganization("Rival", "boss@rival.example")
		reader := m.NewPerson(m.token, "ada@example.com", "member")
		m.Put(m.token, "/api/v2/userRoles/"+reader.ID+"/environments/"+m.environment, object{"role": "reader"}).Want(http.StatusOK)
		theirs := newTokenOf(m.Platform, outsider.Token)
		seen, nothing := openEvents(t, m.Platform, reader.Token, "?after=0"), openEvents(t, m.Platform, theirs.Token, "?after=0")
		run := m.startRun(nil, nil)
		for {
			event := seen.next()
			if event.data["environmentID"] != m.environment {
				t.Fatalf("unexpected event %v", event.data)
			}
			if event.name == "run" && asJSON(t, event.data["id"]) == run && event.data["runStatus"] == "completed" {
				break
			}
		}
		m.Delete(outsider.Token, "/api/v1/auth/tokens/"+theirs.ID).Want(http.StatusNoContent)
		if observed := nothing.rest(); len(observed) > 0 {
			t.Errorf("another organization gets %v", observed)
		}
	})
}
