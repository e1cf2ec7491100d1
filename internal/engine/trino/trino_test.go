package trino_test

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/trino"
	"github.com/millrace/millrace/internal/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// connection returns a connection with all required settings.
func connection() engine.Connection {
	return engine.Connection{Kind: "trino", Settings: map[string]any{
		"url": "https://trino.example.com:8443", "user": "ann", "catalog": "iceberg",
	}}
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

func TestSettings(t *testing.T) {
	t.Parallel()
	good := connection()
	for name, tt := range map[string]struct {
		connection engine.Connection
		want       string // of the fault; empty for none
	}{
		"the required ones":           {good, ""},
		"all":                         {with(with(with(good, "schema", "sales"), "source", "etl"), "statementTimeout", "30m"), ""},
		"properties as an object":     {with(good, "sessionProperties", map[string]any{"iceberg.x": true, "y": 1.0}), ""},
		"properties as a text":        {with(good, "sessionProperties", "query_priority=2, iceberg.x = a b"), ""},
		"a password":                  {withSecret(good, "password", "hunter2-secret"), ""},
		"a token":                     {withSecret(good, "token", "hunter2-secret"), ""},
		"no url":                      {with(good, "url", nil), "setting url is missing"},
		"another protocol":            {with(good, "url", "trino://host"), "setting url is not a URL"},
		"a user in the url":           {with(good, "url", "https://ann@host"), "setting url contains a user"},
		"a path in the url":           {with(good, "url", "https://host/ui"), "setting url has a path"},
		"no catalog":                  {with(good, "catalog", ""), "setting catalog is empty"},
		"an unknown setting":          {with(good, "host", "x"), `setting "host" is not known`},
		"an unknown secret":           {withSecret(good, "jwt", "x"), `secret "jwt" is not known`},
		"a secret over http":          {withSecret(with(good, "url", "http://host"), "password", "hunter2-secret"), "a secret is sent over https only"},
		"two credentials":             {withSecret(good, "password", "a", "token", "b"), "not with both"},
		"a certificate without a key": {withSecret(good, "certificate", "hunter2-secret"), "not a certificate and its key"},
		"a wrong authority":           {with(good, "certificateAuthority", "x"), "setting certificateAuthority is not a certificate"},
		"a wrong property":            {with(good, "sessionProperties", "a b=1"), "setting sessionProperties has a name"},
		"no pair":                     {with(good, "sessionProperties", "a"), "setting sessionProperties is not an object"},
		"a line break in the user":    {with(good, "user", "ann\nX-Trino-User: bob"), "setting user has more than"},
		"a wrong mode of tls":         {with(good, "tls", "off"), "setting tls is none of verify, trust"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := trino.New(trino.Options{}).Check(tt.connection)
			switch {
			case tt.want == "" && err != nil:
				t.Error(err)
			case tt.want != "" && (!fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("%v, want an invalid fault with %q", err, tt.want)
			case err != nil && strings.Contains(err.Error()+fault.From(err).Hint, "hunter2"):
				t.Errorf("%v shows the secret", err)
			}
		})
	}
}

// fake is a server that answers as its test says.
type fake struct {
	*httptest.Server

	mu   sync.Mutex
	seen []*http.Request
}

func serve(t *testing.T, answer func(w http.ResponseWriter, r *http.Request)) (*fake, engine.Connection) {
	t.Helper()
	f := &fake{}
	f.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		f.seen = append(f.seen, r)
		f.mu.Unlock()
		answer(w, r)
	}))
	t.Cleanup(f.Close)
	return f, with(connection(), "url", f.URL)
}

func (f *fake) requests() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var all []string
	for _, r := range f.seen {
		all = append(all, r.Method+" "+r.URL.Path)
	}
	return all
}

func reply(w http.ResponseWriter, page map[string]any) {
	page["id"] = "20260101_000000_00001_abcde"
	w.Header().Set("Content-Type", "application/json")
	text, err := json.Marshal(page)
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	_, _ = w.Write(text)
}

func open(t *testing.T, c engine.Connection) engine.Session {
	t.Helper()
	e, err := trino.New(trino.Options{Timeout: 200 * time.Millisecond}).Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	s, err := e.Session(t.Context(), engine.Label{WorkID: "run-1", Epoch: 35})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The id of a query is reported before the request that lets the server run it.
func TestQueryIDIsReportedBeforeTheQueryRuns(t *testing.T) {
	t.Parallel()
	f, c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			reply(w, map[string]any{"nextUri": "http://elsewhere.example.com/v1/statement/queued/1"})
			return
		}
		reply(w, map[string]any{"updateType": "INSERT", "updateCount": 3})
	})
	s := open(t, c)
	var before []string
	s.(engine.QueryIdentifier).OnQueryID(func(id string) { before = append(f.requests(), id) })
	counts, err := s.Exec(t.Context(), "INSERT INTO t SELECT 1;")
	if err != nil || counts != (engine.Counts{Inserted: 3}) {
		t.Errorf("%+v, %v", counts, err)
	}
	if got := strings.Join(before, ", "); got != "POST /v1/statement, 20260101_000000_00001_abcde" {
		t.Errorf("reported after %s", got)
	}
	if got := f.seen[0].Header.Get("X-Trino-Source"); !strings.HasPrefix(got, "millrace mr:run-1:z:") || got != s.ID() {
		t.Errorf("source %q, id %q", got, s.ID())
	}
}

// A context that ends while the id is stored ends the statement before it runs.
func TestContextThatEndsInTheReportPreventsTheQuery(t *testing.T) {
	t.Parallel()
	f, c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.Method {
		case http.MethodPost:
			reply(w, map[string]any{"nextUri": "/v1/statement/queued/1"})
		case http.MethodDelete:
			w.WriteHeader(http.StatusNoContent)
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	s := open(t, c)
	s.(engine.QueryIdentifier).OnQueryID(func(string) { cancel() })
	if _, err := s.Exec(ctx, "DELETE FROM t"); !fault.Is(err, fault.Canceled) {
		t.Error(err)
	}
	if got := f.requests(); got[1] != "DELETE /v1/statement/queued/1" {
		t.Errorf("requests %v", got)
	}
}

// The server forgets the answers of a canceled statement. The driver waits until the server no longer lists the statement as running.
func TestCancelIsConfirmedByTheListOfQueries(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	var listed atomic.Int64
	_, c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch body, _ := io.ReadAll(r.Body); {
		case r.Method == http.MethodPost && strings.Contains(string(body), "system.runtime.queries"):
			rows := []any{[]any{"20260101_000000_00001_abcde"}}
			if listed.Add(1) == 3 {
				rows = nil
			}
			reply(w, map[string]any{"columns": []any{map[string]any{"name": "query_id", "type": "varchar"}}, "data": rows})
		case r.Method == http.MethodPost:
			reply(w, map[string]any{"nextUri": "/v1/statement/executing/1"})
		case r.Method == http.MethodDelete:
			w.WriteHeader(http.StatusNoContent)
		default:
			cancel()
			w.WriteHeader(http.StatusNotFound)
		}
	})
	if _, err := open(t, c).Exec(ctx, "INSERT INTO t SELECT 1"); !fault.Is(err, fault.Canceled) {
		t.Error(err)
	}
	if listed.Load() != 3 {
		t.Errorf("the driver asked %d times for the running queries, want 3", listed.Load())
	}
}

// Answers that are lost are asked for again, for as long as the timeout.
func TestLostAnswersAreRepeated(t *testing.T) {
	t.Parallel()
	var lost atomic.Int64
	_, c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if lost.Add(1)%2 == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		if r.Method == http.MethodPost {
			reply(w, map[string]any{"nextUri": "/v1/statement/executing/1"})
			return
		}
		reply(w, map[string]any{"columns": []any{map[string]any{"name": "n", "type": "bigint"}}, "data": []any{[]any{7}}})
	})
	rows, err := open(t, c).Query(t.Context(), "SELECT 7 AS n", 5)
	if err != nil || len(rows.Values) != 1 || rows.Values[0][0] != int64(7) {
		t.Errorf("%+v, %v", rows, err)
	}
}

func TestServerThatDiesIsUnavailable(t *testing.T) {
	t.Parallel()
	var f *fake
	f, c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			reply(w, map[string]any{"nextUri": "/v1/statement/executing/1"})
			return
		}
		f.CloseClientConnections()
	})
	_, err := open(t, c).Exec(t.Context(), "INSERT INTO t SELECT 1")
	if !fault.Is(err, fault.Unavailable) || !strings.Contains(fault.From(err).Hint, "unknown whether") {
		t.Errorf("%v, hint %q", err, fault.From(err).Hint)
	}
}

// A coordinator that is gone is reported within seconds, whatever the driver was doing.
func TestDeadServerIsReportedSoon(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()                          // nothing listens at its address any longer
	synctest.Test(t, func(t *testing.T) { // its clock counts the pauses alone
		began := time.Now()
		_, err := trino.New(trino.Options{}).Test(t.Context(), with(connection(), "url", gone.URL))
		if !fault.Is(err, fault.Unavailable) || !strings.Contains(err.Error(), "no Trino server answers") {
			t.Error(err)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("it took %s", took)
		}
	})
}

// The figures of a running statement are reported with each answer, and not after the end.
func TestProgressIsReported(t *testing.T) {
	t.Parallel()
	states := []string{"QUEUED", "RUNNING", "FINISHED"}
	var asked atomic.Int64
	_, c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		n := int(asked.Add(1))
		answer := map[string]any{"stats": map[string]any{"state": states[n-1], "totalSplits": 10 * n, "completedSplits": n, "processedRows": 1000 * n}}
		if n < len(states) {
			answer["nextUri"] = "/v1/statement/executing/1"
		} else {
			answer["updateType"] = "MERGE"
		}
		reply(w, answer)
	})
	s := open(t, c)
	var got []engine.Progress
	s.(engine.ProgressReporter).OnProgress(func(p engine.Progress) { got = append(got, p) })
	if _, err := s.Exec(t.Context(), "MERGE INTO t"); err != nil {
		t.Fatal(err)
	}
	want := []engine.Progress{
		{State: "queued", CompletedParts: 1, TotalParts: 10, ReadRows: 1000}, {State: "running", CompletedParts: 2, TotalParts: 20, ReadRows: 2000},
	}
	if !slices.Equal(got, want) {
		t.Errorf("reported %+v", got)
	}
}

// The kinds of errors decide whether a run is retried.
func TestKindsOfRefusals(t *testing.T) {
	t.Parallel()
	commit := func(causes ...string) map[string]any {
		var failure map[string]any
		for _, cause := range causes {
			failure = map[string]any{"type": cause, "cause": failure}
		}
		return map[string]any{"errorName": "ICEBERG_COMMIT_ERROR", "errorType": "EXTERNAL", "message": "Failed to commit", "failureInfo": failure}
	}
	for name, tt := range map[string]struct {
		refusal map[string]any
		kind    fault.Kind
		want    string
	}{
		"a syntax error": {map[string]any{
			"errorName": "SYNTAX_ERROR", "errorType": "USER_ERROR", "message": "line 2:5: mismatched input",
			"errorLocation": map[string]any{"lineNumber": 2, "columnNumber": 5},
		}, fault.Invalid, "syntax error: mismatched input (line 2, column 5)"},
		"a commit that conflicts":        {commit("org.apache.iceberg.exceptions.CommitFailedException"), fault.Conflict, "Failed to commit"},
		"a commit that is not valid now": {commit("org.apache.iceberg.exceptions.ValidationException"), fault.Conflict, "Failed to commit"},
		"a commit in doubt": {
			commit("org.apache.iceberg.exceptions.CommitFailedException", "org.apache.iceberg.exceptions.CommitStateUnknownException"),
			fault.Unavailable, "Failed to commit",
		},
		"a commit without a cause": {commit("java.io.UncheckedIOException"), fault.Unavailable, "Failed to commit"},
		"no memory":                {map[string]any{"errorName": "EXCEEDED_LOCAL_MEMORY_LIMIT", "errorType": "INSUFFICIENT_RESOURCES", "message": "x"}, fault.Limit, "x"},
		"a lost worker":            {map[string]any{"errorName": "REMOTE_TASK_ERROR", "errorType": "INTERNAL_ERROR", "message": "x"}, fault.Unavailable, "x"},
		"no storage":               {map[string]any{"errorName": "ICEBERG_FILESYSTEM_ERROR", "errorType": "EXTERNAL", "message": "x"}, fault.Unavailable, "x"},
		"a bug of the server":      {map[string]any{"errorName": "GENERIC_INTERNAL_ERROR", "errorType": "INTERNAL_ERROR", "message": "x"}, fault.Unavailable, "x"},
		"a table that was replaced": {
			map[string]any{"errorName": "GENERIC_INTERNAL_ERROR", "errorType": "INTERNAL_ERROR", "message": "Snapshot 7 is not an ancestor of 8"},
			fault.Conflict, "Snapshot 7",
		},
		"a killed query": {map[string]any{"errorName": "ADMINISTRATIVELY_KILLED", "errorType": "USER_ERROR", "message": "x"}, fault.Unavailable, "x"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, c := serve(t, func(w http.ResponseWriter, _ *http.Request) { reply(w, map[string]any{"error": tt.refusal}) })
			_, err := open(t, c).Exec(t.Context(), "SELECT 1")
			if !fault.Is(err, tt.kind) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v (%s), want %s with %q", err, fault.KindOf(err), tt.kind, tt.want)
			}
		})
	}
}

func TestValuesAreLossless(t *testing.T) {
	t.Parallel()
	types := []string{
		"bigint", "double", "double", "real", "decimal(38,2)", "boolean", "varchar", "varbinary", "timestamp(6)", "time(3)",
		"timestamp(6) with time zone", "array(integer)", "bigint",
	}
	data := `[9007199254740993, 1.5, "NaN", 0.1, "1.20", true, "x", "AQI=", "2024-02-29 13:14:15.120000", "13:14:15.000", "2024-02-29 13:14:15.100 UTC", [1,2], null]`
	want := []any{
		int64(9007199254740993), 1.5, "NaN", 0.1, "1.20", true, "x", `\x0102`, "2024-02-29 13:14:15.12", "13:14:15",
		"2024-02-29 13:14:15.1 UTC", "[1,2]", nil,
	}
	columns := make([]any, len(types))
	for i, name := range types {
		columns[i] = map[string]any{"name": "c", "type": name}
	}
	_, c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		reply(w, map[string]any{"columns": columns, "data": []any{json.RawMessage(data)}})
	})
	rows, err := open(t, c).Query(t.Context(), "SELECT 1", 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if rows.Values[0][i] != want[i] {
			t.Errorf("%s is %#v, want %#v", types[i], rows.Values[0][i], want[i])
		}
	}
}

// The address is checked after the name lookup, and nothing connects to a refused one.
func TestRefusedAddressIsNotDialed(t *testing.T) {
	t.Parallel()
	f, c := serve(t, func(http.ResponseWriter, *http.Request) {})
	c = with(c, "url", strings.Replace(f.URL, "127.0.0.1", "localhost", 1))
	c.CheckDial = func(_ context.Context, address netip.AddrPort, database string) error {
		if !address.Addr().IsLoopback() || database != "iceberg" {
			t.Errorf("asked about %s and %q", address, database)
		}
		return fault.New(fault.Forbidden, "not there").WithHint("Ask the operator.")
	}
	_, err := trino.New(trino.Options{}).Test(t.Context(), c)
	if !fault.Is(err, fault.Forbidden) || fault.From(err).Hint != "Ask the operator." || strings.Contains(err.Error(), "127.0.0.1") {
		t.Errorf("%v", err)
	}
	if len(f.requests()) > 0 {
		t.Errorf("requests %v", f.requests())
	}
}

func TestRefusedSignInShowsNoSecret(t *testing.T) {
	t.Parallel()
	_, c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = w.Write([]byte("no " + r.Header.Get("Authorization")))
	})
	_, err := trino.New(trino.Options{}).Test(t.Context(), c)
	if !fault.Is(err, fault.Unavailable) || !strings.Contains(err.Error(), `refused the credentials of user "ann"`) {
		t.Error(err)
	}
}
