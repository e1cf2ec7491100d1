package httpapi_test

import (
	"bufio"
	"context"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/httpapi"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

const eventsPath = "/api/v1/events"

// stream is an open event stream.
type stream struct {
	t        testing.TB
	lines    *bufio.Scanner
	close    context.CancelFunc
	sequence string // of the last block that had an id
}

// block is the text between two empty lines of a stream.
type block struct{ id, event, data string }

// open opens a stream. It ends with the test, which fails if the stream is silent for long.
func (f *fixture) open(query string, header ...string) *stream {
	f.t.Helper()
	ctx, cancel := context.WithTimeout(f.t.Context(), 30*time.Second)
	f.t.Cleanup(cancel)
	response := f.connect(ctx, query, header...)
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "text/event-stream" {
		f.t.Fatalf("%s: %d, %s", query, response.StatusCode, response.Header.Get("Content-Type"))
	}
	return &stream{t: f.t, lines: bufio.NewScanner(response.Body), close: cancel}
}

func (f *fixture) connect(ctx context.Context, query string, header ...string) *http.Response {
	f.t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, f.URL+eventsPath+query, http.NoBody)
	check(f.t, err)
	request.Header.Set("Authorization", "Bearer "+f.token)
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	check(f.t, err)
	f.t.Cleanup(func() { _ = response.Body.Close() })
	return response
}

// block reads the next block; false when the stream has ended.
func (s *stream) block() (block, bool) {
	s.t.Helper()
	var b block
	for s.lines.Scan() {
		name, value, _ := strings.Cut(s.lines.Text(), ": ")
		switch name {
		case "":
			return b, true
		case "id":
			b.id, s.sequence = value, value
		case "event":
			b.event = value
		case "data":
			b.data = value
		}
	}
	if err := s.lines.Err(); err != nil {
		s.t.Fatalf("the stream failed: %v", err)
	}
	return b, false
}

// isState reports whether a block is the state of an environment or a schedule, or a heartbeat, which most tests skip.
func (b block) isState() bool {
	return b.event == "environment" || b.event == "schedule" || b.event == "heartbeat"
}

// next returns the next event of a run and skips other blocks.
func (s *stream) next() block {
	s.t.Helper()
	return s.nextThat(func(b block) bool { return b.data != "" && !b.isState() })
}

// nextThat returns the next block with a property.
func (s *stream) nextThat(matches func(block) bool) block {
	s.t.Helper()
	for {
		b, ok := s.block()
		if !ok {
			s.t.Fatal("the stream has ended")
		}
		if matches(b) {
			return b
		}
	}
}

func (s *stream) want(event, data string) {
	s.t.Helper()
	got := s.next()
	if got.event != event {
		s.t.Errorf("event %s: %s, want %s", got.event, got.data, event)
	}
	wantJSON(s.t, got.data, data)
}

func (s *stream) wantEnd() {
	s.t.Helper()
	for {
		b, ok := s.block()
		if !ok {
			return
		}
		if b.data != "" && !b.isState() {
			s.t.Errorf("one more event: %+v", b)
		}
	}
}

func (f *fixture) runEvent(id ids.Run, status, rest string) string {
	return `{"id":` + ids.FormatNumber(id) + `,"runType":"refresh","runStatus":"` + status + `","environmentID":"` +
		ids.FormatNumber(f.environment) + `","nodesInRun":2,"failedTests":0,` + rest + `}`
}

func (f *fixture) nodeEvent(id ids.Run, node, name, state, rest string) string {
	return `{"runID":` + ids.FormatNumber(id) + `,"environmentID":"` + ids.FormatNumber(f.environment) + `","nodeID":"` + node +
		`","name":"` + name + `","runState":"` + state + `"` + rest + `}`
}

func newFastFixture(t *testing.T) *fixture {
	t.Helper()
	f := newFixture(t)
	httpapi.SetIntervals(f.api, time.Millisecond, time.Millisecond, time.Hour)
	return f
}

func TestStreamSendsRunChangesAndResumes(t *testing.T) {
	t.Parallel()
	f := newFastFixture(t)
	f.newRun(run.Details{Parallelism: 1})
	f.finish(f.claim(), run.Outcome{Status: run.Completed}) // ended runs are not sent to new streams
	waiting := f.newRun(run.Details{Parallelism: 1})
	s := f.open("")
	s.want("run", f.runEvent(waiting.ID, "waitingToRun", `"canceled":false`))
	lease := f.claim()
	s.want("run", f.runEvent(waiting.ID, "running", `"canceled":false,"runStartTime":"%t"`))
	f.save(lease, running("n-1", "STG_ORDERS"))
	s.want("node", f.nodeEvent(waiting.ID, "n-1", "STG_ORDERS", "running", `,"startTime":"1970-01-01T00:00:01.000Z"`))
	last := s.sequence
	s.close()

	// A client that reconnects, with the header or the query, gets the changes that it missed exactly once.
	done := running("n-1", "STG_ORDERS")
	done.State, done.EndedAt = run.NodeComplete, time.UnixMilli(2_000).UTC()
	f.save(lease, done)
	f.save(lease, running("n-2", "V_ORDERS"))
	f.finish(lease, run.Outcome{Status: run.Failed, Reason: "a reason"})
	back := map[string]*stream{
		"header":              f.open("", "Last-Event-ID", last),
		"query":               f.open("?after=" + last),
		"header before query": f.open("?after=0", "Last-Event-ID", last),
		"one run":             f.open("?runID="+ids.FormatNumber(waiting.ID), "Last-Event-ID", last),
		"one environment":     f.open("?after=" + last + "&environmentID=" + ids.FormatNumber(f.environment)),
	}
	next := f.newRun(run.Details{Parallelism: 1})
	for name, s := range back {
		t.Log(name)
		s.want("node", f.nodeEvent(waiting.ID, "n-1", "STG_ORDERS", "complete", `,"startTime":"%t","endTime":"1970-01-01T00:00:02.000Z"`))
		s.want("node", f.nodeEvent(waiting.ID, "n-2", "V_ORDERS", "skipped", `,"startTime":"%t","endTime":"%t"`))
		s.want("run", f.runEvent(waiting.ID, "failed", `"canceled":false,"runStartTime":"%t","runEndTime":"%t","runFailureReason":"a reason"`))
		if name != "one run" {
			s.want("run", f.runEvent(next.ID, "waitingToRun", `"canceled":false`))
		}
	}
}

// A stream of one run begins with its current state, also when the run has ended.
func TestStreamOfOneRunStartsWithItsState(t *testing.T) {
	t.Parallel()
	f := newFastFixture(t)
	r := f.newRun(run.Details{Parallelism: 1})
	lease := f.claim()
	f.save(lease, running("n-1", "STG_ORDERS"))
	f.newRun(run.Details{Parallelism: 1})
	s := f.open("?runID=" + ids.FormatNumber(r.ID))
	s.want("node", f.nodeEvent(r.ID, "n-1", "STG_ORDERS", "running", `,"startTime":"%t"`))
	s.want("run", f.runEvent(r.ID, "running", `"canceled":false,"runStartTime":"%t"`))
	f.finish(lease, run.Outcome{Status: run.Canceled})
	s.want("node", f.nodeEvent(r.ID, "n-1", "STG_ORDERS", "canceled", `,"startTime":"%t","endTime":"%t"`))
	s.want("run", f.runEvent(r.ID, "canceled", `"canceled":true,"runStartTime":"%t","runEndTime":"%t"`))
	again := f.open("?runID=" + ids.FormatNumber(r.ID))
	again.want("node", f.nodeEvent(r.ID, "n-1", "STG_ORDERS", "canceled", `,"startTime":"%t","endTime":"%t"`))
	again.want("node", f.nodeEvent(r.ID, "n-2", "V_ORDERS", "canceled", ``))
	again.want("run", f.runEvent(r.ID, "canceled", `"canceled":true,"runStartTime":"%t","runEndTime":"%t"`))
}

// A sequence that this database has not reached comes from another database. The stream starts over instead of waiting
// for it.
func TestStreamIgnoresUnknownSequence(t *testing.T) {
	t.Parallel()
	f := newFastFixture(t)
	r := f.newRun(run.Details{Parallelism: 1})
	s := f.open("?after=9223372036854775807")
	s.want("run", f.runEvent(r.ID, "waitingToRun", `"canceled":false`))
}

// A stream sends more changes than it reads at a time, each once and in order.
func TestStreamSendsManyChangesInOrder(t *testing.T) {
	t.Parallel()
	f := newFastFixture(t)
	var nodes plan.Plan
	var results []run.NodeResult
	for i := range 1100 {
		name := strconv.Itoa(i)
		nodes.Nodes = append(nodes.Nodes, plan.Node{ID: transform.NodeID(name), Name: name})
		results = append(results, running(transform.NodeID(name), name))
	}
	r := f.insert(run.Draft{Environment: f.environment, Type: run.Refresh, Plan: nodes})
	f.save(f.claim(), results...)
	s := f.open("?after=2") // sequence 1 is the insert and 2 the claim
	for i := range results {
		name := strconv.Itoa(i)
		s.want("node", f.nodeEvent(r.ID, name, name, "running", `,"startTime":"%t"`))
	}
	if s.sequence != "1102" {
		t.Errorf("the sequence is %s", s.sequence)
	}
}

// A stream outlives the server's deadlines for requests with an end.
func TestStreamOutlivesServerTimeouts(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	httpapi.SetIntervals(f.api, time.Millisecond, time.Hour, 50*time.Millisecond)
	server := httptest.NewUnstartedServer(f.api)
	server.Config.ReadTimeout, server.Config.WriteTimeout = time.Second, time.Second
	server.Start()
	t.Cleanup(server.Close)
	f.URL = server.URL
	s := f.open("")
	for range 30 { // a second and a half of heartbeats
		wantJSON(t, s.nextThat(func(b block) bool { return b.event == "heartbeat" }).data, `{"everyMilliseconds":50}`)
	}
}

func TestRevokedTokenEndsStream(t *testing.T) {
	t.Parallel()
	f := newFastFixture(t)
	token, secret, err := f.tokens.Issue(t.Context(), f.admin, account.TokenDraft{})
	check(t, err)
	mine := f.open("")
	f.token = secret
	theirs := f.open("")
	check(t, f.tokens.Revoke(t.Context(), f.admin, f.admin.User, token.ID))
	theirs.wantEnd()
	r := f.newRun(run.Details{Parallelism: 1})
	mine.want("run", f.runEvent(r.ID, "waitingToRun", `"canceled":false`))
	if response := f.connect(t.Context(), ""); response.StatusCode != http.StatusUnauthorized {
		t.Errorf("a new stream: %d", response.StatusCode)
	}
}

// This holds also before the next periodic check of the credential.
func TestRevokedTokenGetsNoEvents(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	httpapi.SetIntervals(f.api, time.Millisecond, time.Hour, time.Hour)
	token, secret, err := f.tokens.Issue(t.Context(), f.admin, account.TokenDraft{})
	check(t, err)
	f.token = secret
	s := f.open("")
	check(t, f.tokens.Revoke(t.Context(), f.admin, f.admin.User, token.ID))
	f.newRun(run.Details{Parallelism: 1})
	s.wantEnd()
}

func TestDrainEndsStreams(t *testing.T) {
	t.Parallel()
	f := newFastFixture(t)
	r := f.newRun(run.Details{Parallelism: 1})
	s := f.open("")
	s.want("run", f.runEvent(r.ID, "waitingToRun", `"canceled":false`))
	f.api.Drain()
	f.api.Drain() // a second call is harmless
	s.wantEnd()
	late := f.open("") // a browser would stop after an error, but reconnects after this
	late.want("run", f.runEvent(r.ID, "waitingToRun", `"canceled":false`))
	late.wantEnd()
}

// The duration of a stream is not the duration of a request, and the metrics must not report it as one.
func TestStreamDurationIsNotRequestDuration(t *testing.T) {
	t.Parallel()
	f := newFastFixture(t)
	s := f.open("")
	if _, ok := s.block(); !ok {
		t.Fatal("the stream has ended")
	}
	_, metrics := f.get(t, "/metrics")
	if found := inFlight.FindStringSubmatch(metrics); found == nil || found[1] != "1" { // the request for the metrics
		t.Errorf("requests in flight: %v", found)
	}
	s.close()
	for !strings.Contains(metrics, `millrace_http_requests_total{method="GET",operation="streamEvents",status="200"} 1`) {
		_, metrics = f.get(t, "/metrics")
	}
	if found := inFlight.FindStringSubmatch(metrics); found == nil || found[1] != "1" {
		t.Errorf("requests in flight after it: %v", found)
	}
}

func TestInvalidStreamRequestsAreRejected(t *testing.T) {
	t.Parallel()
	f := newFastFixture(t)
	for query, status := range map[string]int{
		"?runID=1": http.StatusNotFound, "?runID=x": http.StatusBadRequest, "?runID=": http.StatusBadRequest,
		"?environmentID=900000": http.StatusNotFound, "?environmentID=x": http.StatusNotFound,
		"?after=-1": http.StatusBadRequest, "?after=x": http.StatusBadRequest, "?after=+1": http.StatusBadRequest,
		"?after=99999999999999999999": http.StatusBadRequest, "?after=1&after=2": http.StatusBadRequest,
	} {
		if response := f.connect(t.Context(), query); response.StatusCode != status {
			t.Errorf("%s: %d, want %d", query, response.StatusCode, status)
		}
	}
	if response := f.connect(t.Context(), "", "Last-Event-ID", "x"); response.StatusCode != http.StatusBadRequest {
		t.Errorf("a header that is not a sequence: %d", response.StatusCode)
	}
	if response := f.connect(t.Context(), "", "Last-Event-ID", ""); response.StatusCode != http.StatusOK {
		t.Errorf("an empty header: %d", response.StatusCode)
	}
	if status, body := f.send(http.MethodHead, eventsPath, ""); status != http.StatusOK || body != "" {
		t.Errorf("HEAD: %d %s", status, body)
	}
}

// A member sees the runs of the environments of its roles. A revoked role takes effect in open streams.
func TestStreamShowsOnlyVisibleRuns(t *testing.T) {
	t.Parallel()
	f := newFastFixture(t)
	member := account.User{
		ID: ids.New[ids.User](), Organization: f.admin.Organization, Email: "bob@example.com", Role: account.OrganizationMember,
		Status: account.UserActive, CreatedAt: time.Now(),
	}
	check(t, f.db.Users().Create(t.Context(), f.admin, member))
	_, secret, err := f.tokens.Issue(t.Context(), account.Actor{User: member.ID, Organization: member.Organization, Role: member.Role}, account.TokenDraft{})
	check(t, err)
	admin := f.open("")
	f.token = secret
	if response := f.connect(t.Context(), "?environmentID="+ids.FormatNumber(f.environment)); response.StatusCode != http.StatusNotFound {
		t.Errorf("an environment that is not seen: %d", response.StatusCode)
	}
	blind := f.open("")
	r := f.newRun(run.Details{Parallelism: 1})
	admin.want("run", f.runEvent(r.ID, "waitingToRun", `"canceled":false`))
	check(t, f.db.Roles().SetEnvironment(t.Context(), f.admin, member.ID, account.EnvironmentRoleGrant{
		Environment: f.environment, Role: account.EnvironmentReader,
	}))
	f.claim()
	admin.want("run", f.runEvent(r.ID, "running", `"canceled":false,"runStartTime":"%t"`))
	// Whether the stream queried before the role was granted, and so reports that the run waited, depends on timing.
	event := blind.next()
	if strings.Contains(event.data, `"waitingToRun"`) {
		event = blind.next()
	}
	wantJSON(t, event.data, f.runEvent(r.ID, "running", `"canceled":false,"runStartTime":"%t"`))
}
