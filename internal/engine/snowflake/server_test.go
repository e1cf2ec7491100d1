package snowflake_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/snowflake"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// accountServer speaks as much of Snowflake's protocol as a test needs, for what fakesnow cannot do: asynchronous statements, cancel,
// and answers that no server should give.
type accountServer struct {
	*httptest.Server

	mu       sync.Mutex
	seen     []string // method and path
	bodies   []map[string]any
	canceled chan struct{} // closed when a query was canceled
	cancel   sync.Once
}

const queryID = "01b2c3d4-0000-1111-0000-000000000001"

// serve starts a server. answer answers statements; nil and false let the server answer with one row.
func serve(t *testing.T, answer func(s *accountServer, w http.ResponseWriter, r *http.Request, statement string) bool) (*accountServer, engine.Connection) {
	t.Helper()
	s := &accountServer{canceled: make(chan struct{})}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := map[string]any{}
		if text, err := io.ReadAll(r.Body); err == nil {
			_ = json.Unmarshal(text, &body)
		}
		s.note(r, body)
		statement, _ := body["sqlText"].(string)
		switch {
		case answer != nil && answer(s, w, r, statement):
		case r.URL.Path == "/session/v1/login-request":
			reply(w, map[string]any{"token": "token", "masterToken": "master", "sessionId": 1, "parameters": []any{
				map[string]any{"name": "CLIENT_TELEMETRY_ENABLED", "value": true},
			}})
		case strings.Contains(statement, "SYSTEM$CANCEL_QUERY('"+queryID+"')"):
			s.cancel.Do(func() { close(s.canceled) })
			replyRow(w, "query ["+queryID+"] terminated.")
		case r.URL.Path == "/queries/v1/query-request", strings.HasSuffix(r.URL.Path, "/result"):
			replyRow(w, "1")
		default:
			reply(w, map[string]any{})
		}
	}))
	t.Cleanup(s.Close)
	address, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(address.Port())
	if err != nil {
		t.Fatal(err)
	}
	c := with(connection(), "host", address.Hostname())
	return s, with(with(c, "port", port), "protocol", "http")
}

func (s *accountServer) note(r *http.Request, body map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, r.Method+" "+r.URL.Path)
	s.bodies = append(s.bodies, body)
}

func (s *accountServer) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string{}, s.seen...)
}

// bodyOf returns the request with which a statement came.
func (s *accountServer) bodyOf(statement string) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, body := range s.bodies {
		if body["sqlText"] == statement {
			return body
		}
	}
	return nil
}

func reply(w http.ResponseWriter, data map[string]any) {
	write(w, map[string]any{"success": true, "data": data})
}

// replyRow answers with one row of one text.
func replyRow(w http.ResponseWriter, text string) {
	reply(w, map[string]any{
		"queryId": queryID, "statementTypeId": 4096, "queryResultFormat": "json", "total": 1, "returned": 1,
		"rowtype": []any{map[string]any{"name": "V", "type": "text", "length": 100}}, "rowset": [][]string{{text}},
	})
}

// replyRunning answers that a statement runs.
func replyRunning(w http.ResponseWriter) {
	write(w, map[string]any{"success": true, "code": "333334", "data": map[string]any{
		"queryId": queryID, "getResultUrl": "/queries/" + queryID + "/result",
	}})
}

// refuse answers that a statement failed.
func refuse(w http.ResponseWriter, code, state, message string) {
	write(w, map[string]any{
		"success": false, "code": code, "message": message, "data": map[string]any{"queryId": queryID, "sqlState": state, "errorCode": code},
	})
}

func write(w http.ResponseWriter, answer any) {
	body, err := json.Marshal(answer)
	if err != nil {
		panic(err) // the test made an answer that JSON does not have
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(body)
}

// connection returns a connection with all required settings.
func connection() engine.Connection {
	return engine.Connection{
		Kind:     "snowflake",
		Settings: map[string]any{"account": "myorg-sales", "user": "ann", "database": "SALES"},
		Secret:   map[string]string{"password": "hunter2-secret"},
	}
}

func with(c engine.Connection, key string, value any) engine.Connection {
	c.Settings = maps.Clone(c.Settings)
	c.Settings[key] = value
	return c
}

func withSecret(c engine.Connection, pairs ...string) engine.Connection {
	c.Secret = map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		c.Secret[pairs[i]] = pairs[i+1]
	}
	return c
}

// maxResult limits the results of session.
const maxResult = 1 << 20

// session opens a session. Failed requests are not repeated for long.
func session(t *testing.T, c engine.Connection) engine.Session {
	t.Helper()
	e, err := snowflake.New(snowflake.Options{Timeout: 300 * time.Millisecond, MaxResult: maxResult}).Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	s, err := e.Session(t.Context(), engine.Label{WorkID: "run-1", Epoch: 35})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}
