package contract_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// events is an open event stream. Its events are checked against the document.
type events struct {
	t     *testing.T
	lines *bufio.Scanner
	close context.CancelFunc
	mark  string // the last event id
}

// event is one event of a stream.
type event struct {
	name string
	data map[string]any
}

// openEvents opens a stream. It is closed when the test ends, and a silent stream fails the test.
func openEvents(t *testing.T, platform *apptest.Platform, token, query string, lastEventID ...string) *events {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), rawTimeout)
	t.Cleanup(cancel)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, platform.URL+eventsPath+query, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	for _, mark := range lastEventID {
		request.Header.Set("Last-Event-ID", mark)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = answer.Body.Close() })
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "text/event-stream" {
		body, _ := io.ReadAll(answer.Body)
		t.Fatalf("no stream: %d: %s", answer.StatusCode, shortened(body))
	}
	return &events{t: t, lines: bufio.NewScanner(answer.Body), close: cancel}
}

// read returns the next event that is no heartbeat; false if the stream has ended.
func (e *events) read() (event, bool) {
	e.t.Helper()
	var got event
	for e.lines.Scan() {
		field, value, _ := strings.Cut(e.lines.Text(), ": ")
		switch field {
		case "id":
			e.mark = value
		case "event":
			got.name = value
		case "data":
			got.data = e.decode(got.name, value)
		case "":
			if got.data != nil && got.name != "heartbeat" {
				return got, true
			}
			got = event{}
		}
	}
	if err := e.lines.Err(); err != nil {
		e.t.Fatalf("the stream failed: %v", err)
	}
	return event{}, false
}

// decode decodes the data of an event and checks it against the document.
func (e *events) decode(name, text string) map[string]any {
	e.t.Helper()
	var data map[string]any
	if err := json.Unmarshal([]byte(text), &data); err != nil {
		e.t.Fatalf("%v: %s", err, text)
	}
	schema := loadDocument(e.t).Spec.Components.Schemas[map[string]string{
		"run": "RunEvent", "node": "NodeEvent", "deployment": "DeploymentEvent", "environment": "EnvironmentEvent", "schedule": "ScheduleEvent",
		"heartbeat": "HeartbeatEvent",
	}[name]]
	if schema == nil {
		e.t.Fatalf("the document has no event %q", name)
	}
	if err := schema.Value.VisitJSON(data); err != nil {
		e.t.Errorf("not an event of the document: %v: %s", err, text)
	}
	return data
}

// next returns the next event of an open stream.
func (e *events) next() event {
	e.t.Helper()
	got, ok := e.read()
	if !ok {
		e.t.Fatal("the stream has ended")
	}
	return got
}

// await returns the next event of a name with a property.
func (e *events) await(name string, matches func(data map[string]any) bool) map[string]any {
	e.t.Helper()
	for {
		if got := e.next(); got.name == name && matches(got.data) {
			return got.data
		}
	}
}

// rest reads a stream to its end.
func (e *events) rest() []event {
	e.t.Helper()
	var all []event
	for {
		got, ok := e.read()
		if !ok {
			return all
		}
		all = append(all, got)
	}
}
