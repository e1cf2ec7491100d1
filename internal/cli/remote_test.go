package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/cli"
)

// remote is a server with a project whose runs can fail or take long.
type remote struct {
	*testing.T

	address, token, environment string

	home    string // folder for profiles; none if empty
	stdin   string
	environ []string // additional environment variables
}

func newRemote(t *testing.T) *remote {
	t.Helper()
	platform := apptest.Start(t, apptest.Database{})
	token := platform.AdminToken()
	r := &remote{T: t, address: platform.URL, token: token}
	r.environment = platform.NewEnvironment(token, platform.NewProject(token, "Numbers"), "Production")
	platform.Deploy(platform.Me(token).Organization.ID, r.environment, map[string][]byte{
		"data.yml":      []byte("fileVersion: 3\nplatformKind: duckdb\n"),
		"locations.yml": []byte("fileVersion: 1\nlocations:\n  - RAW\n  - CORE\n"),
		"nodes/RAW-NUMBERS.sql": []byte("@id(\"c1000000-0000-4000-8000-000000000001\")\n@nodeType(\"Stage\")\n" +
			"SELECT CAST('{{ parameters.text | default('1') }}' AS INTEGER) AS n @testRange(1, 5)\n"),
		"nodes/CORE-COUNTED.sql": []byte("@id(\"c1000000-0000-4000-8000-000000000002\")\n@nodeType(\"Stage\")\n" +
			"SELECT CAST(COUNT(*) AS BIGINT) AS n FROM {{ ref('RAW', 'NUMBERS') }} AS r\n" +
			"CROSS JOIN range({{ parameters.size | default(1) }}) AS many(x) WHERE hash(many.x) <> 1\n"),
	})
	return r
}

// answer is the result of a command.
type answer struct {
	code     int
	out, err string
}

// run runs a command like its user, with the server in the environment.
func (r *remote) run(args ...string) answer {
	r.Helper()
	return r.watched(r.Context(), func(string) {}, args...)
}

// watched runs a command with a context and calls see with everything that it prints.
func (r *remote) watched(ctx context.Context, see writerFunc, args ...string) answer {
	r.Helper()
	var out, problems bytes.Buffer
	program := cli.Program{
		Version: "test", Args: args, Stdin: strings.NewReader(r.stdin), Stdout: io.MultiWriter(&out, see), Stderr: &problems,
		Environ: append([]string{"MILLRACE_SERVER=" + r.address, "MILLRACE_TOKEN=" + r.token, "HOME=" + r.home}, r.environ...),
	}
	code := program.Run(ctx)
	return answer{code, out.String(), problems.String()}
}

// writerFunc receives everything that is written.
type writerFunc func(text string)

func (f writerFunc) Write(p []byte) (int, error) {
	f(string(p))
	return len(p), nil
}

// want checks the exit code, and that the output matches the patterns.
func (r *remote) want(got answer, code int, patterns ...string) {
	r.Helper()
	if got.code != code {
		r.Fatalf("exit code %d, want %d\n%s%s", got.code, code, got.out, got.err)
	}
	for _, pattern := range patterns {
		if !regexp.MustCompile(`(?m)` + pattern).MatchString(got.out + got.err) {
			r.Errorf("no match for %s in\n%s%s", pattern, got.out, got.err)
		}
	}
}

// piped runs a command with a text as its standard input.
func (r *remote) piped(stdin string, args ...string) answer {
	r.Helper()
	other := *r
	other.stdin = stdin
	return other.run(args...)
}

// started starts a run and returns its number.
func (r *remote) started(args ...string) string {
	r.Helper()
	got := r.run(append([]string{"refresh", "--environment", r.environment, "--json"}, args...)...)
	r.want(got, 0)
	var run struct{ ID json.Number }
	if err := json.Unmarshal([]byte(got.out), &run); err != nil {
		r.Fatal(err)
	}
	return run.ID.String()
}

func TestRefresh(t *testing.T) {
	t.Parallel()
	r := newRemote(t)
	r.want(r.run("refresh", "--environment", r.environment, "--wait"), 0,
		`^\[2/2\] complete CORE.COUNTED  .*1 inserted`, `^Run \d+ completed in .*: 2 nodes complete\.$`, `^Rows: 2 inserted`)
	r.want(r.run("refresh", "--environment", r.environment, "--select", "{ NUMBERS }", "--wait", "--json"), 0,
		`"runStatus": "completed"`, `"nodes": 1`, `"name": "RAW.NUMBERS"`)
	outside := []string{"refresh", "--environment", r.environment, "--param", "text=7", "--wait"} // outside the range
	r.want(r.run(append(outside, "--allow-test-failures")...), 0, `^1 test failed in 1 node\.$`)
	r.want(r.run(outside...), 1,
		`^\[1/2\] complete RAW.NUMBERS .*1 test failed`, `^! RAW.NUMBERS: the test `, `^    \d+ rows? failed$`, `^1 test failed in 1 node\.$`)
	id := r.started("--param", "text=7")
	r.want(r.run("status", id, "--wait"), 1, `^1 test failed in 1 node\.$`)
	r.want(r.run("status", id), 1, `^1 test failed in 1 node\.$`)
	r.want(r.run("status", id, "--json"), 1, `"runStatus": "completed"`, `"failedTests": 1`)
	r.want(r.run("status", id, "--allow-test-failures"), 0, `^Run `+id+` completed in`)
	r.want(r.run("refresh", "--environment", r.environment), 0, `^Run \d+ was accepted\. Watch it with .millrace status \d+ --wait.\.$`)
}

func TestFailureAndRerun(t *testing.T) {
	t.Parallel()
	r := newRemote(t)
	id := r.started("--parameters", `{"text": "no number"}`)
	r.want(r.run("status", id, "--wait"), 1, `failed   RAW.NUMBERS .* in "`, `(?i)could not convert`, `skipped  CORE.COUNTED`, `^Run `+id+` failed in`)
	r.want(r.run("status", id), 1, `^environment  `+r.environment+`$`, `^started`, `^ended`, `^Run `+id+` failed in`)
	r.want(r.run("status", id, "--json"), 1, `"runStatus": "failed"`, `"runFailureReason"`, `"failed": 1`)
	r.want(r.run("results", id), 0, `^failed   RAW.NUMBERS`, `^skipped  CORE.COUNTED`)
	failed := r.run("results", id, "--failed")
	r.want(failed, 0, `^failed   RAW.NUMBERS`)
	if strings.Contains(failed.out, "\nskipped") {
		t.Errorf("--failed lists nodes that did not fail:\n%s", failed.out)
	}
	r.want(r.run("results", id, "--failed", "--json"), 0, `"message": "`, `"nodes": 2`)
	r.want(r.run("runs", "--status", "failed", "--environment", r.environment), 0, `^RUN +TYPE +STATUS`, `^`+id+` +refresh +failed .*NUMBERS`)
	r.want(r.run("runs", "--status", "running"), 0, `^There are no matching runs\.$`)
	r.want(r.run("runs", "--limit", "1", "--json"), 0, `"id": `+id)
	r.want(r.run("runs", "--unresolved", "--search", "numbers"), 0, `^`+id+` +refresh +failed`)
	r.want(r.run("rerun", id, "--param", "text=2", "--wait"), 0, `2 nodes complete`)
	r.want(r.run("runs", "--unresolved"), 0, `^There are no matching runs\.$`)
	r.want(r.run("results", id, "--failed"), 0)
}

func TestCancelAndInterrupt(t *testing.T) {
	t.Parallel()
	r := newRemote(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // the run would take much longer
	defer cancel()
	// Stop watching while the run is active.
	got := r.watched(ctx, func(text string) {
		if strings.Contains(text, "running  CORE.COUNTED") {
			cancel()
		}
	}, "refresh", "--environment", r.environment, "--param", "size=100000000000", "--wait")
	r.want(got, 1, `^millrace: stopped watching; run \d+ continues$`, `→ .*millrace cancel \d+`)
	id := regexp.MustCompile(`millrace cancel (\d+)`).FindStringSubmatch(got.err)[1]
	r.want(r.run("status", id), 0, `^Run `+id+` running for .*1 of 2 nodes complete, 1 running`)
	r.want(r.run("cancel", id, "--wait"), 0, `^Run `+id+` canceled in .*1 of 2 nodes complete, 1 canceled\.$`)
	r.want(r.run("cancel", id), 3, `run `+id+` is already canceled`)
	r.want(r.run("rerun", id, "--param", "size=1", "--wait"), 0, `1 node complete`)
}

func TestRejectedRequests(t *testing.T) {
	t.Parallel()
	r := newRemote(t)
	for _, tt := range []struct {
		args    string
		code    int
		pattern string
	}{
		{"refresh", 2, `--environment is missing`},
		{"refresh --environment 999", 3, `environment 999 was not found`},
		{"refresh --environment " + r.environment + " --select {NOBODY}", 3, `match no node`},
		{"refresh --environment " + r.environment + " --select {", 3, `selector`},
		{"refresh --environment " + r.environment + " --job 9", 3, `→`},
		{"refresh --environment " + r.environment + " --parallelism 0", 2, `below 1`},
		{"refresh --environment " + r.environment + " --parallelism 100000", 3, `parallelism`},
		{"refresh --environment " + r.environment + " --parameter x", 2, `name=value`},
		{"refresh --environment " + r.environment + " --parameters [1]", 2, `neither a JSON object nor a file`},
		{"refresh --environment " + r.environment + " --parameters {}{}", 2, `is not a JSON object`},
		{"status 999999", 3, `run 999999 was not found`},
		{"status 0", 2, `not the number of a run`},
		{"status -- -1", 2, `not the number of a run`},
		{"status x", 2, `not the number of a run`},
		{"status", 2, `accepts 1 arg`},
		{"results 999999", 3, `not found`},
		{"cancel 999999", 3, `not found`},
		{"rerun 999999", 3, `not found`},
		{"runs --limit 0", 2, `below 1`},
		{"runs --status lost", 3, `runStatus`},
		{"runs --from yesterday", 3, `from cannot be "yesterday"`},
		{"runs --token wrong", 3, `token is not valid`},
		{"runs --server nonsense", 2, `not a URL`},
		{"runs --server ftp://host", 2, `not a URL`},
		{"runs --server http://127.0.0.1:1", 4, `http://127\.0\.0\.1:1 cannot be reached`},
		{"status 1 --wait --server http://127.0.0.1:1", 4, `cannot be reached`},
	} {
		r.want(r.run(strings.Fields(tt.args)...), tt.code, tt.pattern)
	}
	r.token = ""
	r.want(r.run("runs"), 2, `no access token for`, `MILLRACE_TOKEN`)
	r.token = "mrt_ two"
	r.want(r.run("runs"), 2, `contains invalid characters`)
}

// TestResponseOfAnotherProgram uses an address that is not a Millrace server.
func TestResponseOfAnotherProgram(t *testing.T) {
	t.Parallel()
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>hello</html>") }))
	t.Cleanup(page.Close)
	r := &remote{T: t, address: page.URL, token: "token"}
	for _, args := range []string{"runs", "status 1", "refresh --environment 1", "rerun 1", "results 1", "status 1 --wait"} {
		r.want(r.run(strings.Fields(args)...), 4, `not come from a Millrace server`)
	}
}

// TestWatchingSurvivesAnOutage makes some requests fail during a run.
func TestWatchingSurvivesAnOutage(t *testing.T) {
	t.Parallel()
	r := newRemote(t)
	id := r.started("--param", "size=100000000000")
	behind, err := url.Parse(r.address)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(behind)
	var questions atomic.Int32
	between := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		if n := questions.Add(1); n > 2 && n < 6 {
			http.Error(w, "bad gateway", http.StatusBadGateway)
			return
		}
		proxy.ServeHTTP(w, request)
	}))
	t.Cleanup(between.Close)
	direct := *r
	r.address = between.URL
	got := r.watched(t.Context(), func(text string) {
		if strings.Contains(text, "does not respond") {
			direct.want(direct.run("cancel", id), 0)
		}
	}, "status", id, "--wait")
	r.want(got, 1, `^The server does not respond; retrying$`, `^Run `+id+` canceled`)
}
