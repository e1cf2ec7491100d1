package snowflake_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/snowflake"
	"github.com/millrace/millrace/internal/fault"
)

const slowStatement = "INSERT INTO t SELECT 1"

// answersAsync answers a statement with its id at once, and its result when it was canceled.
func answersAsync(s *accountServer, w http.ResponseWriter, r *http.Request, statement string) bool {
	switch {
	case statement == slowStatement:
		replyRunning(w)
	case strings.HasSuffix(r.URL.Path, "/result"):
		select {
		case <-s.canceled:
		case <-r.Context().Done():
		}
		refuse(w, "000604", "57014", "SQL execution canceled")
	default:
		return false
	}
	return true
}

// The id of a query is reported before its end is waited for, and the statement carries the label of its session.
func TestQueryIDIsReportedBeforeTheEnd(t *testing.T) {
	t.Parallel()
	var isReported atomic.Bool
	server, c := serve(t, func(_ *accountServer, w http.ResponseWriter, r *http.Request, statement string) bool {
		switch {
		case statement == slowStatement:
			replyRunning(w)
		case strings.HasSuffix(r.URL.Path, "/result"):
			for !isReported.Load() { // the answer waits for the report
				select {
				case <-r.Context().Done():
					return true
				case <-time.After(time.Millisecond):
				}
			}
			reply(w, map[string]any{
				"queryId": queryID, "statementTypeId": 0x3100, "queryResultFormat": "json", "total": 1, "returned": 1,
				"rowtype": []any{map[string]any{"name": "number of rows inserted", "type": "fixed", "precision": 19}}, "rowset": [][]string{{"3"}},
			})
		default:
			return false
		}
		return true
	})
	s := session(t, c)
	var ids []string
	s.(engine.QueryIdentifier).OnQueryID(func(id string) {
		ids = append(ids, id)
		isReported.Store(true)
	})
	counts, err := s.Exec(t.Context(), slowStatement+"; -- all")
	if err != nil || counts != (engine.Counts{Inserted: 3}) || !slices.Equal(ids, []string{queryID}) {
		t.Errorf("%+v, %v, ids %v", counts, err, ids)
	}
	body := server.bodyOf(slowStatement)
	parameters, _ := body["parameters"].(map[string]any)
	if tag, _ := parameters["QUERY_TAG"].(string); body["asyncExec"] != true || tag != s.ID() || !strings.HasPrefix(tag, "millrace mr:run-1:z:") {
		t.Errorf("the statement came with %v", body)
	}
	if slices.Contains(server.requests(), "POST /telemetry/send") {
		t.Error("the driver sent telemetry")
	}
}

// When the context ends, the query is canceled by its id in another session, and the server's answer is awaited.
func TestEndOfContextCancelsTheQuery(t *testing.T) {
	t.Parallel()
	server, c := serve(t, answersAsync)
	s := session(t, c)
	ctx, cancel := context.WithCancel(t.Context())
	s.(engine.QueryIdentifier).OnQueryID(func(string) { cancel() })
	_, err := s.Exec(ctx, slowStatement)
	if !fault.Is(err, fault.Canceled) {
		t.Errorf("%v (%s)", err, fault.KindOf(err))
	}
	select {
	case <-server.canceled:
	default:
		t.Error("the query was not canceled")
	}
	if slices.Contains(server.requests(), "POST /queries/v1/abort-request") {
		t.Error("the driver aborted its request, and the server's answer was not awaited")
	}
	s.(engine.QueryIdentifier).OnQueryID(nil)
	if _, err := s.Query(t.Context(), "SELECT 1", 1); err != nil {
		t.Errorf("after a cancel: %v", err)
	}
}

// A server that does not confirm a cancel leaves the statement in doubt.
func TestUnconfirmedCancelIsSaid(t *testing.T) {
	t.Parallel()
	_, c := serve(t, func(s *accountServer, w http.ResponseWriter, r *http.Request, statement string) bool {
		if strings.Contains(statement, "SYSTEM$CANCEL_QUERY") {
			refuse(w, "003001", "42501", "Insufficient privileges to cancel")
			return true
		}
		return answersAsync(s, w, r, statement)
	})
	s := session(t, c)
	ctx, cancel := context.WithCancel(t.Context())
	s.(engine.QueryIdentifier).OnQueryID(func(string) { cancel() })
	_, err := s.Exec(ctx, slowStatement)
	if !fault.Is(err, fault.Unavailable) || !strings.Contains(err.Error(), "did not confirm") || !strings.Contains(fault.From(err).Hint, queryID) {
		t.Errorf("%v, hint %q", err, fault.From(err).Hint)
	}
}

func TestLostAndStrangeAnswers(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer func(w http.ResponseWriter)
		kind   fault.Kind
		text   string
	}{
		"the connection breaks":     {func(http.ResponseWriter) { panic(http.ErrAbortHandler) }, fault.Unavailable, "was lost during a statement"},
		"a page instead of JSON":    {func(w http.ResponseWriter) { _, _ = w.Write([]byte("<html>sign in to the hotel</html>")) }, fault.Unavailable, "was lost"},
		"half an answer":            {func(w http.ResponseWriter) { _, _ = w.Write([]byte(`{"success":true,"data":{`)) }, fault.Unavailable, "was lost"},
		"an answer without columns": {func(w http.ResponseWriter) { reply(w, map[string]any{"statementTypeId": 4096}) }, fault.Unavailable, "was lost"},
		"a number that is none":     {func(w http.ResponseWriter) { refuse(w, "abc", "", "x") }, fault.Unavailable, "was lost"},
		"an error of the server":    {func(w http.ResponseWriter) { w.WriteHeader(http.StatusInternalServerError) }, fault.Unavailable, "was lost"},
		"a redirect":                {redirect, fault.Unavailable, "was lost"},
		"a refusal": {func(w http.ResponseWriter) {
			refuse(w, "002003", "42S02", "Object 'T' does not exist\nor not authorized.")
		}, fault.Invalid, "Object 'T' does not exist or not authorized."},
		"a suspended warehouse":       {func(w http.ResponseWriter) { refuse(w, "000606", "57P03", "No active warehouse selected") }, fault.Invalid, "warehouse"},
		"a lock that was not granted": {func(w http.ResponseWriter) { refuse(w, "000625", "57014", "has locked table") }, fault.Conflict, "locked"},
		"a timeout":                   {func(w http.ResponseWriter) { refuse(w, "000630", "57014", "reached its timeout") }, fault.Limit, "timeout"},
		"a cancel by somebody else":   {func(w http.ResponseWriter) { refuse(w, "000604", "57014", "SQL execution canceled") }, fault.Unavailable, "canceled"},
		"a secret in a message":       {func(w http.ResponseWriter) { refuse(w, "001003", "42000", "unexpected 'hunter2-secret'") }, fault.Invalid, "unexpected '…'"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, c := serve(t, func(_ *accountServer, w http.ResponseWriter, _ *http.Request, statement string) bool {
				if statement == "SELECT x" {
					tt.answer(w)
				}
				return statement == "SELECT x"
			})
			s := session(t, c)
			_, err := s.Query(t.Context(), "SELECT x", 1)
			if !fault.Is(err, tt.kind) || !strings.Contains(err.Error(), tt.text) || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("%v (%s)", err, fault.KindOf(err))
			}
			if _, err := s.Query(t.Context(), "SELECT 1", 1); err != nil {
				t.Errorf("the next statement: %v", err)
			}
		})
	}
}

func redirect(w http.ResponseWriter) {
	w.Header().Set("Location", "http://elsewhere.example/")
	w.WriteHeader(http.StatusTemporaryRedirect)
}

func TestRefusedSignIns(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer     func(w http.ResponseWriter)
		text, hint string
	}{
		"a wrong password":  {func(w http.ResponseWriter) { refuse(w, "390100", "", "Incorrect username or password was specified.") }, "Incorrect username", "Check user and password"},
		"a wrong key":       {func(w http.ResponseWriter) { refuse(w, "390144", "", "JWT token is invalid.") }, "JWT token is invalid", "public key"},
		"a missing role":    {func(w http.ResponseWriter) { refuse(w, "390189", "", "Role 'R' does not exist") }, "Role 'R'", "setting role"},
		"another account":   {func(w http.ResponseWriter) { w.WriteHeader(http.StatusForbidden) }, `does not know the account "myorg-sales"`, "account identifier"},
		"something else":    {func(w http.ResponseWriter) { _, _ = w.Write([]byte("hello")) }, "no Snowflake server answers", "The log of Millrace"},
		"a broken exchange": {func(http.ResponseWriter) { panic(http.ErrAbortHandler) }, "no Snowflake server answers", "The log of Millrace"},
		"a redirect":        {redirect, "no Snowflake server answers", "The log of Millrace"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, c := serve(t, func(_ *accountServer, w http.ResponseWriter, r *http.Request, _ string) bool {
				if strings.HasSuffix(r.URL.Path, "login-request") {
					tt.answer(w)
					return true
				}
				return false
			})
			_, err := snowflake.New(snowflake.Options{Timeout: 300 * time.Millisecond}).Test(t.Context(), c)
			if !fault.Is(err, fault.Unavailable) || !strings.Contains(err.Error(), tt.text) || !strings.Contains(fault.From(err).Hint, tt.hint) {
				t.Errorf("%v (%s), hint %q", err, fault.KindOf(err), fault.From(err).Hint)
			}
		})
	}
}

// A connection test names account, role, warehouse and version, and finds parameters that the account does not have.
func TestConnectionTest(t *testing.T) {
	t.Parallel()
	answer := func(warehouse string) func(*accountServer, http.ResponseWriter, *http.Request, string) bool {
		return func(_ *accountServer, w http.ResponseWriter, _ *http.Request, statement string) bool {
			column := func(name string) any { return map[string]any{"name": name, "type": "text"} }
			rows := [][]string{{"10.1.2", "XY1", "LOADER", warehouse}}
			switch {
			case strings.HasPrefix(statement, "SELECT CURRENT_VERSION()"):
			case statement == `SHOW PARAMETERS LIKE 'WEEK\\_START' IN SESSION`:
				rows = rows[:1]
			case strings.HasPrefix(statement, "SHOW PARAMETERS"):
				rows = nil
			default:
				return false
			}
			reply(w, map[string]any{
				"queryId": queryID, "statementTypeId": 4096, "queryResultFormat": "json", "total": len(rows), "returned": len(rows),
				"rowtype": []any{column("a"), column("b"), column("c"), column("d")}, "rowset": rows,
			})
			return true
		}
	}
	driver := snowflake.New(snowflake.Options{Timeout: 300 * time.Millisecond})
	_, c := serve(t, answer("LOAD_WH"))
	info, err := driver.Test(t.Context(), with(c, "sessionParameters", "week_start=1"))
	if err != nil || info.Version != "10.1.2, account XY1, role LOADER, warehouse LOAD_WH" {
		t.Errorf("%+v, %v", info, err)
	}
	if _, err := driver.Test(t.Context(), with(c, "sessionParameters", "weak_start=1")); !fault.Is(err, fault.Unavailable) || !strings.Contains(err.Error(), "no session parameter WEAK_START") {
		t.Errorf("an unknown parameter: %v", err)
	}
	_, c = serve(t, answer(""))
	if _, err := driver.Test(t.Context(), c); !fault.Is(err, fault.Unavailable) || !strings.Contains(fault.From(err).Hint, "setting warehouse") {
		t.Errorf("without a warehouse: %v", err)
	}
	if _, err := driver.Test(t.Context(), withSecret(c)); !fault.Is(err, fault.Unavailable) || !strings.Contains(err.Error(), "has no secret") {
		t.Errorf("without a secret: %v", err)
	}
}

// The operator's networks decide before anything is sent, for the sign-in and for the addresses that the server names.
func TestAddressesAreChecked(t *testing.T) {
	t.Parallel()
	server, c := serve(t, nil)
	var asked []string
	c.CheckDial = func(_ context.Context, address netip.AddrPort, database string) error {
		asked = append(asked, address.Addr().String()+" "+database)
		return fault.New(fault.Forbidden, "no").WithHint("Ask the operator.")
	}
	_, err := snowflake.New(snowflake.Options{}).Test(t.Context(), c)
	if !fault.Is(err, fault.Forbidden) || fault.From(err).Hint != "Ask the operator." || len(asked) != 1 || asked[0] != "127.0.0.1 SALES" {
		t.Errorf("%v (%s), asked %v", err, fault.KindOf(err), asked)
	}
	if got := server.requests(); len(got) > 0 {
		t.Errorf("the server got %v", got)
	}
}

// The parts of a large result come from other addresses, which the server names. They are checked too.
func TestChunksAreCheckedAndLimited(t *testing.T) {
	t.Parallel()
	chunks := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`["2"],["3"]`))
	}))
	t.Cleanup(chunks.Close)
	_, c := serve(t, func(_ *accountServer, w http.ResponseWriter, _ *http.Request, statement string) bool {
		if statement != "SELECT v" {
			return false
		}
		reply(w, map[string]any{
			"queryId": queryID, "statementTypeId": 4096, "queryResultFormat": "json", "total": 3, "returned": 3,
			"rowtype": []any{map[string]any{"name": "V", "type": "text"}}, "rowset": [][]string{{"1"}},
			"chunks": []any{map[string]any{"url": chunks.URL, "rowCount": 2, "uncompressedSize": 10}},
		})
		return true
	})
	rows, err := session(t, c).Query(t.Context(), "SELECT v", 10)
	if err != nil || fmt.Sprint(rows.Values) != "[[1] [2] [3]]" {
		t.Errorf("%v, %v", rows.Values, err)
	}
	c.CheckDial = func(_ context.Context, address netip.AddrPort, _ string) error {
		if strings.HasSuffix(chunks.URL, fmt.Sprint(address.Port())) {
			return fault.New(fault.Forbidden, "no")
		}
		return nil
	}
	if rows, err := session(t, c).Query(t.Context(), "SELECT v", 10); err == nil {
		t.Errorf("a part from a forbidden address: %v", rows.Values)
	}
}

func TestLargeResultsAreLimited(t *testing.T) {
	t.Parallel()
	large := strings.Repeat("x", maxResult/4)
	server, c := serve(t, func(_ *accountServer, w http.ResponseWriter, _ *http.Request, statement string) bool {
		rows := slices.Repeat([][]string{{large}}, 5)
		switch statement {
		case "SELECT v":
		case "SELECT w":
			rows = slices.Repeat([][]string{{"x"}}, 65)
		default:
			return false
		}
		reply(w, map[string]any{
			"queryId": queryID, "statementTypeId": 4096, "queryResultFormat": "json", "total": len(rows), "returned": len(rows),
			"rowtype": []any{map[string]any{"name": "V", "type": "text"}}, "rowset": rows,
		})
		return true
	})
	s := session(t, c)
	if _, err := s.Query(t.Context(), "SELECT v", 1000); !fault.Is(err, fault.Limit) {
		t.Errorf("more than the limit: %v", err)
	}
	rows, err := s.Query(t.Context(), "SELECT w", 3)
	if err != nil || len(rows.Values) != 3 || !rows.More {
		t.Errorf("%d rows, more %t, %v", len(rows.Values), rows.More, err)
	}
	parameters, _ := server.bodyOf("SELECT v")["parameters"].(map[string]any)
	if parameters["ROWS_PER_RESULTSET"] != float64(1001) {
		t.Errorf("the server is asked for %v", parameters)
	}
}

// Statements that would leave their bounds do not reach the driver: it would read and write files for PUT and GET.
func TestForbiddenStatements(t *testing.T) {
	t.Parallel()
	server, c := serve(t, nil)
	s := session(t, c)
	for _, statement := range []string{
		"PUT file:///etc/passwd @~", "/* x */ get @~/x file:///tmp", "BEGIN", "COMMIT", "rollback", "START TRANSACTION", "USE ROLE x",
		"ALTER SESSION SET TIMEZONE = 'UTC'", "SET x = 1", "SELECT 1; SELECT 2", "", "SELECT '\x00'",
	} {
		if _, err := s.Exec(t.Context(), statement); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", statement, err)
		}
	}
	if got := server.requests(); len(got) > 0 {
		t.Errorf("the server got %v", got)
	}
}

// A session of the server is used again, unless a statement left something in it.
func TestSessionsAreReused(t *testing.T) {
	t.Parallel()
	server, c := serve(t, nil)
	e, err := snowflake.New(snowflake.Options{}).Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	signIns := func(statement string) int {
		t.Helper()
		s, err := e.Session(t.Context(), engine.Label{WorkID: "w"})
		if err == nil {
			_, err = s.Exec(t.Context(), statement)
		}
		if err != nil {
			t.Fatal(err)
		}
		_ = s.Close()
		count := 0
		for _, request := range server.requests() {
			if strings.HasSuffix(request, "login-request") {
				count++
			}
		}
		return count
	}
	for _, step := range []struct {
		statement string
		want      int
	}{
		{"SELECT 1", 1},
		{"CREATE TABLE t (n INTEGER)", 1},
		{"CREATE OR REPLACE TABLE t AS SELECT 1", 1},
		{"MERGE INTO t USING s ON 1 = 0", 1},
		{"CREATE TEMPORARY TABLE x (n INTEGER)", 1},
		{"SELECT 1", 2},
		{"CREATE OR REPLACE TEMP TABLE x (n INTEGER)", 2},
		{"SELECT 1", 3},
		{"CALL change_things()", 3},
		{"SELECT 1", 4},
		{"CREATE SCHEMA s", 4},
		{"SELECT 1", 5},
	} {
		if got := signIns(step.statement); got != step.want {
			t.Errorf("%s: %d sign-ins, want %d", step.statement, got, step.want)
		}
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}

// The driver writes no files and loads no library, whatever the environment says.
func TestDriverLeavesNoFiles(t *testing.T) {
	t.Parallel()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	home, temporary := t.TempDir(), t.TempDir()
	child := exec.CommandContext(t.Context(), program, "-test.run", "^TestQueryIDIsReportedBeforeTheEnd$")
	child.Dir = t.TempDir()
	child.Env = []string{"HOME=" + home, "TMPDIR=" + temporary, "SF_DISABLE_MINICORE=false", "PATH=" + os.Getenv("PATH")}
	if output, err := child.CombinedOutput(); err != nil || strings.TrimSpace(string(output)) != "PASS" {
		t.Errorf("%v, output %q", err, output)
	}
	for _, folder := range []string{home, temporary, child.Dir} {
		if found, err := filepath.Glob(filepath.Join(folder, "*")); err != nil || len(found) > 0 {
			t.Errorf("%v, %v", found, err)
		}
	}
	for _, name := range []string{"SF_DISABLE_MINICORE", "SNOWFLAKE_DISABLE_PLATFORM_DETECTION"} {
		if os.Getenv(name) != "true" {
			t.Errorf("%s is %q", name, os.Getenv(name))
		}
	}
}
