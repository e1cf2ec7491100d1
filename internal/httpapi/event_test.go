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
	t     testing.TB
	lines *bufio.Scanner
	close context.CancelFunc
	mark  string // of the last block that had one
}

// block is what stands between two empty lines of a stream.
type block struct{ id, event, data string }

// open opens a stream. It ends with the test, which fails if the stream says nothing for long.
func (o *office) open(query string, header ...string) *stream {
	o.t.Helper()
	ctx, cancel := context.WithTimeout(o.t.Context(), 30*time.Second)
	o.t.Cleanup(cancel)
	answer := o.connect(ctx, query, header...)
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "text/event-stream" {
		o.t.Fatalf("%s: %d, %s", query, answer.StatusCode, answer.Header.Get("Content-Type"))
	}
	return &stream{t: o.t, lines: bufio.NewScanner(answer.Body), close: cancel}
}

func (o *office) connect(ctx context.Context, query string, header ...string) *http.Response {
	o.t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, o.URL+eventsPath+query, http.NoBody)
	check(o.t, err)
	request.Header.Set("Authorization", "Bearer "+o.token)
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(request)
	check(o.t, err)
	o.t.Cleanup(func() { _ = answer.Body.Close() })
	return answer
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
			b.id, s.mark = value, value
		case "event":
			b.event = value
		case "data":
			b.data = value
		}
	}
	if err := s.lines.Err(); err != nil {
		s.t.Fatalf("the stream broke off: %v", err)
	}
	return b, false
}

// next gives the next event, past everything that is none.
func (s *stream) next() block {
	s.t.Helper()
	for {
		b, ok := s.block()
		if !ok {
			s.t.Fatal("the stream has ended")
		}
		if b.data != "" {
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
		if b.data != "" {
			s.t.Errorf("one more event: %+v", b)
		}
	}
}

func (o *office) runEvent(id ids.Run, status, rest string) string {
	return `{"id":` + ids.FormatNumber(id) + `,"runType":"refresh","runStatus":"` + status + `","environmentID":"` +
		ids.FormatNumber(o.environment) + `","nodesInRun":2,` + rest + `}`
}

func (o *office) nodeEvent(id ids.Run, node, name, state, rest string) string {
	return `{"runID":` + ids.FormatNumber(id) + `,"environmentID":"` + ids.FormatNumber(o.environment) + `","nodeID":"` + node +
		`","name":"` + name + `","runState":"` + state + `"` + rest + `}`
}

func quick(t *testing.T) *office {
	t.Helper()
	o := newOffice(t)
	httpapi.SetPace(o.api, time.Millisecond, time.Millisecond, time.Hour)
	return o
}

func TestAStreamFollowsARun(t *testing.T) {
	t.Parallel()
	o := quick(t)
	o.newRun(run.Details{Parallelism: 1})
	o.finish(o.claim(), run.Outcome{Status: run.Completed}) // over: of no interest to those who come now
	waiting := o.newRun(run.Details{Parallelism: 1})
	s := o.open("")
	s.want("run", o.runEvent(waiting.ID, "waitingToRun", `"canceled":false`))
	lease := o.claim()
	s.want("run", o.runEvent(waiting.ID, "running", `"canceled":false,"runStartTime":"%t"`))
	o.save(lease, running("n-1", "STG_ORDERS"))
	s.want("node", o.nodeEvent(waiting.ID, "n-1", "STG_ORDERS", "running", `,"startTime":"1970-01-01T00:00:01.000Z"`))
	last := s.mark
	s.close()

	// What happens while nobody listens is there for whoever comes back, in the header or in the query, once.
	done := running("n-1", "STG_ORDERS")
	done.State, done.EndedAt = run.NodeComplete, time.UnixMilli(2_000).UTC()
	o.save(lease, done)
	o.save(lease, running("n-2", "V_ORDERS"))
	o.finish(lease, run.Outcome{Status: run.Failed, Reason: "it was so"})
	back := map[string]*stream{
		"header":              o.open("", "Last-Event-ID", last),
		"query":               o.open("?after=" + last),
		"header before query": o.open("?after=0", "Last-Event-ID", last),
		"one run":             o.open("?runID="+ids.FormatNumber(waiting.ID), "Last-Event-ID", last),
		"one environment":     o.open("?after=" + last + "&environmentID=" + ids.FormatNumber(o.environment)),
	}
	next := o.newRun(run.Details{Parallelism: 1})
	for name, s := range back {
		t.Log(name)
		s.want("node", o.nodeEvent(waiting.ID, "n-1", "STG_ORDERS", "complete", `,"startTime":"%t","endTime":"1970-01-01T00:00:02.000Z"`))
		s.want("node", o.nodeEvent(waiting.ID, "n-2", "V_ORDERS", "skipped", `,"startTime":"%t","endTime":"%t"`))
		s.want("run", o.runEvent(waiting.ID, "failed", `"canceled":false,"runStartTime":"%t","runEndTime":"%t","runFailureReason":"it was so"`))
		if name != "one run" {
			s.want("run", o.runEvent(next.ID, "waitingToRun", `"canceled":false`))
		}
	}
}

// A stream about one run begins with all that is known of it, also when it is over.
func TestAStreamAboutOneRun(t *testing.T) {
	t.Parallel()
	o := quick(t)
	r := o.newRun(run.Details{Parallelism: 1})
	lease := o.claim()
	o.save(lease, running("n-1", "STG_ORDERS"))
	o.newRun(run.Details{Parallelism: 1})
	s := o.open("?runID=" + ids.FormatNumber(r.ID))
	s.want("node", o.nodeEvent(r.ID, "n-1", "STG_ORDERS", "running", `,"startTime":"%t"`))
	s.want("run", o.runEvent(r.ID, "running", `"canceled":false,"runStartTime":"%t"`))
	o.finish(lease, run.Outcome{Status: run.Canceled})
	s.want("node", o.nodeEvent(r.ID, "n-1", "STG_ORDERS", "canceled", `,"startTime":"%t","endTime":"%t"`))
	s.want("run", o.runEvent(r.ID, "canceled", `"canceled":true,"runStartTime":"%t","runEndTime":"%t"`))
	again := o.open("?runID=" + ids.FormatNumber(r.ID))
	again.want("node", o.nodeEvent(r.ID, "n-1", "STG_ORDERS", "canceled", `,"startTime":"%t","endTime":"%t"`))
	again.want("node", o.nodeEvent(r.ID, "n-2", "V_ORDERS", "canceled", ``))
	again.want("run", o.runEvent(r.ID, "canceled", `"canceled":true,"runStartTime":"%t","runEndTime":"%t"`))
}

// A mark that this database has not reached is of another one: the stream begins anew instead of waiting for it.
func TestAMarkFromElsewhere(t *testing.T) {
	t.Parallel()
	o := quick(t)
	r := o.newRun(run.Details{Parallelism: 1})
	s := o.open("?after=9223372036854775807")
	s.want("run", o.runEvent(r.ID, "waitingToRun", `"canceled":false`))
}

// More changes than are read at a time come all the same, each once and in order.
func TestAStreamCatchesUp(t *testing.T) {
	t.Parallel()
	o := quick(t)
	var nodes plan.Plan
	var results []run.NodeResult
	for i := range 1100 {
		name := strconv.Itoa(i)
		nodes.Nodes = append(nodes.Nodes, plan.Node{ID: transform.NodeID(name), Name: name})
		results = append(results, running(transform.NodeID(name), name))
	}
	r := o.insert(run.Draft{Environment: o.environment, Type: run.Refresh, Plan: nodes})
	o.save(o.claim(), results...)
	s := o.open("?after=2") // it was stored, and it was claimed
	for i := range results {
		name := strconv.Itoa(i)
		s.want("node", o.nodeEvent(r.ID, name, name, "running", `,"startTime":"%t"`))
	}
	if s.mark != "1102" {
		t.Errorf("the mark is %s", s.mark)
	}
}

// A stream outlives the limits of the server that are for requests with an end.
func TestAStreamOutlivesTheTimeouts(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	httpapi.SetPace(o.api, time.Millisecond, time.Hour, 50*time.Millisecond)
	server := httptest.NewUnstartedServer(o.api)
	server.Config.ReadTimeout, server.Config.WriteTimeout = time.Second, time.Second
	server.Start()
	t.Cleanup(server.Close)
	o.URL = server.URL
	s := o.open("")
	for range 30 { // a second and a half of heartbeats
		if _, ok := s.block(); !ok {
			t.Fatal("the stream has ended")
		}
	}
}

func TestARevokedTokenEndsItsStream(t *testing.T) {
	t.Parallel()
	o := quick(t)
	token, secret, err := o.tokens.Issue(t.Context(), o.admin, "")
	check(t, err)
	mine := o.open("")
	o.token = secret
	theirs := o.open("")
	check(t, o.tokens.Revoke(t.Context(), o.admin, o.admin.User, token.ID))
	theirs.wantEnd()
	r := o.newRun(run.Details{Parallelism: 1})
	mine.want("run", o.runEvent(r.ID, "waitingToRun", `"canceled":false`))
	if answer := o.connect(t.Context(), ""); answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("a new stream: %d", answer.StatusCode)
	}
}

// Also before anybody looks at the credential again by the clock.
func TestARevokedTokenIsToldNothing(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	httpapi.SetPace(o.api, time.Millisecond, time.Hour, time.Hour)
	token, secret, err := o.tokens.Issue(t.Context(), o.admin, "")
	check(t, err)
	o.token = secret
	s := o.open("")
	check(t, o.tokens.Revoke(t.Context(), o.admin, o.admin.User, token.ID))
	o.newRun(run.Details{Parallelism: 1})
	s.wantEnd()
}

func TestADrainEndsStreams(t *testing.T) {
	t.Parallel()
	o := quick(t)
	r := o.newRun(run.Details{Parallelism: 1})
	s := o.open("")
	s.want("run", o.runEvent(r.ID, "waitingToRun", `"canceled":false`))
	o.api.Drain()
	o.api.Drain() // twice does no harm
	s.wantEnd()
	late := o.open("") // a browser would take an error for the end, and this for a reason to come back
	late.want("run", o.runEvent(r.ID, "waitingToRun", `"canceled":false`))
	late.wantEnd()
}

func TestStreamsOfACredentialAreCounted(t *testing.T) {
	t.Parallel()
	o := quick(t)
	var all []*stream
	for range 20 {
		all = append(all, o.open(""))
	}
	refused := o.connect(t.Context(), "")
	if refused.StatusCode != http.StatusTooManyRequests || refused.Header.Get("Retry-After") != "3600" {
		t.Errorf("one more: %d, Retry-After %s", refused.StatusCode, refused.Header.Get("Retry-After"))
	}
	_, other, err := o.tokens.Issue(t.Context(), o.admin, "")
	check(t, err)
	mine := o.token
	o.token = other
	o.open("")
	o.token = mine
	all[0].close()
	for o.connect(t.Context(), "").StatusCode != http.StatusOK { // the server hears of it in its own time
		continue
	}
}

// What a stream takes is not what a request takes, and whoever looks at the metrics must not think so.
func TestStreamsAreNotSlowRequests(t *testing.T) {
	t.Parallel()
	o := quick(t)
	s := o.open("")
	if _, ok := s.block(); !ok {
		t.Fatal("the stream has ended")
	}
	_, metrics := o.get(t, "/metrics")
	if found := inFlight.FindStringSubmatch(metrics); found == nil || found[1] != "1" { // the one for the metrics
		t.Errorf("requests in flight: %v", found)
	}
	s.close()
	for !strings.Contains(metrics, `millrace_http_requests_total{method="GET",operation="streamEvents",status="200"} 1`) {
		_, metrics = o.get(t, "/metrics")
	}
	if found := inFlight.FindStringSubmatch(metrics); found == nil || found[1] != "1" {
		t.Errorf("requests in flight after it: %v", found)
	}
}

func TestStreamsThatAreRefused(t *testing.T) {
	t.Parallel()
	o := quick(t)
	for query, status := range map[string]int{
		"?runID=1": http.StatusNotFound, "?runID=x": http.StatusBadRequest, "?runID=": http.StatusBadRequest,
		"?environmentID=900000": http.StatusNotFound, "?environmentID=x": http.StatusNotFound,
		"?after=-1": http.StatusBadRequest, "?after=x": http.StatusBadRequest, "?after=+1": http.StatusBadRequest,
		"?after=99999999999999999999": http.StatusBadRequest, "?after=1&after=2": http.StatusBadRequest,
	} {
		if answer := o.connect(t.Context(), query); answer.StatusCode != status {
			t.Errorf("%s: %d, want %d", query, answer.StatusCode, status)
		}
	}
	if answer := o.connect(t.Context(), "", "Last-Event-ID", "x"); answer.StatusCode != http.StatusBadRequest {
		t.Errorf("a header that is no mark: %d", answer.StatusCode)
	}
	if answer := o.connect(t.Context(), "", "Last-Event-ID", ""); answer.StatusCode != http.StatusOK {
		t.Errorf("an empty header: %d", answer.StatusCode)
	}
	if status, body := o.send(http.MethodHead, eventsPath, ""); status != http.StatusOK || body != "" {
		t.Errorf("HEAD: %d %s", status, body)
	}
}

// A member sees the runs of the environments of its roles; a role that is taken away counts in streams that are open.
func TestStreamsShowWhatTheirUserSees(t *testing.T) {
	t.Parallel()
	o := quick(t)
	member := account.User{
		ID: ids.New[ids.User](), Organization: o.admin.Organization, Email: "bob@example.com", Role: account.OrganizationMember,
		Status: account.UserActive, CreatedAt: time.Now(),
	}
	check(t, o.db.Users().Create(t.Context(), o.admin, member))
	_, secret, err := o.tokens.Issue(t.Context(), account.Actor{User: member.ID, Organization: member.Organization, Role: member.Role}, "")
	check(t, err)
	admin := o.open("")
	o.token = secret
	if answer := o.connect(t.Context(), "?environmentID="+ids.FormatNumber(o.environment)); answer.StatusCode != http.StatusNotFound {
		t.Errorf("an environment that is not seen: %d", answer.StatusCode)
	}
	blind := o.open("")
	r := o.newRun(run.Details{Parallelism: 1})
	admin.want("run", o.runEvent(r.ID, "waitingToRun", `"canceled":false`))
	check(t, o.db.Roles().SetEnvironment(t.Context(), o.admin, member.ID, account.EnvironmentRoleGrant{
		Environment: o.environment, Role: account.EnvironmentReader,
	}))
	o.claim()
	admin.want("run", o.runEvent(r.ID, "running", `"canceled":false,"runStartTime":"%t"`))
	// Whether it had looked before it was let in, and so is told that the run waited, is a matter of chance.
	told := blind.next()
	if strings.Contains(told.data, `"waitingToRun"`) {
		told = blind.next()
	}
	wantJSON(t, told.data, o.runEvent(r.ID, "running", `"canceled":false,"runStartTime":"%t"`))
}
