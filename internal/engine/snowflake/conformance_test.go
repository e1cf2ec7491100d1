package snowflake_test

import (
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/enginetest"
	"github.com/millrace/millrace/internal/engine/snowflake"
	"github.com/millrace/millrace/internal/snowflaketest"
)

// typeNames are the names of the information schema.
var typeNames = map[string]string{"INTEGER": "NUMBER(38,0)", "VARCHAR": "VARCHAR", "DECIMAL(10,2)": "NUMBER(10,2)"}

// notExpressible lists the cases that Snowflake's SQL cannot express.
var notExpressible = map[string]string{
	"count/a WITH clause does not change the count": "only a query can begin with WITH",
	"count/a table from a query counts as inserted": "the server does not count the rows of CREATE TABLE AS",
	"fence/an older session is ended":               "a session of the engine is a label, and is known to the server during its statements only",
	"fence/every process's sessions are ended":      "a session of the engine is a label, and is known to the server during its statements only",
	"fence/an engine with ended sessions continues": "a session of the engine is a label, and is known to the server during its statements only",
}

// TestConformanceOfAccount runs the suite on a real account.
func TestConformanceOfAccount(t *testing.T) {
	t.Parallel()
	c := snowflaketest.Account(t)
	enginetest.Run(t, enginetest.Subject{
		Open:   func(t *testing.T) engine.Engine { t.Helper(); return opened(t, c, 0) },
		Slow:   "SELECT COUNT(*) AS n FROM TABLE(GENERATOR(TIMELIMIT => 600))",
		Prefix: snowflaketest.Name() + "_", Timeout: 5 * time.Minute, Secret: c.Secret["password"],
		TypeNames: typeNames, HidesQueries: true, Skip: notExpressible,
	})
}

// TestConformance runs the suite on fakesnow, except for the cases that it cannot do.
func TestConformance(t *testing.T) {
	t.Parallel()
	subject := fakesnow(t)
	subject.Skip = maps.Clone(notExpressible)
	maps.Copy(subject.Skip, beyondFakesnow())
	maps.Copy(subject.Skip, tooMuchForFakesnow())
	enginetest.Run(t, subject)
}

// slow takes fakesnow some seconds, and has one column.
const slow = "SELECT COUNT(*) AS n FROM (SELECT a.x FROM ten a, ten b, ten c, ten d, ten e, ten f, ten g, ten h, ten i WHERE a.x + b.x * c.x <> d.x - e.x)"

func fakesnow(t *testing.T) enginetest.Subject {
	t.Helper()
	c := snowflaketest.Fakesnow(t)
	ten := "(SELECT 1 AS x" + strings.Repeat(" UNION ALL SELECT 2", 9) + ")"
	return enginetest.Subject{
		Open:   func(t *testing.T) engine.Engine { t.Helper(); return opened(t, c, time.Second) },
		Slow:   strings.ReplaceAll(slow, "ten", ten),
		Secret: c.Secret["password"], TypeNames: typeNames, HidesQueries: true,
		CanName: func(name string) bool { return !strings.Contains(name, "'") }, // fakesnow does not escape it
	}
}

// skippedVariable makes TestSkippedCases run the cases that fail.
const skippedVariable = "MILLRACE_TEST_FAKESNOW_SKIPPED"

// TestSkippedCases fails: it is for TestSkippedCasesStillFail.
func TestSkippedCases(t *testing.T) {
	t.Parallel()
	if os.Getenv(skippedVariable) == "" {
		t.Skip("for the test of the list of skipped cases")
	}
	subject := fakesnow(t)
	subject.Only = slices.Collect(maps.Keys(beyondFakesnow()))
	enginetest.Run(t, subject)
}

// A case that fakesnow can do does not belong into the list.
func TestSkippedCasesStillFail(t *testing.T) {
	t.Parallel()
	snowflaketest.Fakesnow(t)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.CommandContext(t.Context(), program, "-test.run", "^TestSkippedCases$", "-test.v", "-test.parallel", "4")
	child.Env = append(os.Environ(), skippedVariable+"=1")
	output, _ := child.CombinedOutput() // it fails
	results := map[string]string{}
	for _, found := range regexp.MustCompile(`--- (\w+): TestSkippedCases/([^ ]+) `).FindAllSubmatch(output, -1) {
		results[strings.ReplaceAll(string(found[2]), "_", " ")] = string(found[1])
	}
	for name, reason := range beyondFakesnow() {
		if strings.HasPrefix(name, "cancel/") && results[name] == "PASS" {
			continue // a fast machine ends the statement before the case looks
		}
		if got := results[name]; got != "FAIL" {
			t.Errorf("%s: %q, want FAIL, because %s", name, got, reason)
		}
	}
	if t.Failed() {
		t.Logf("%s", output)
	}
}

// opened opens a connection. The caller closes it.
func opened(t *testing.T, c engine.Connection, timeout time.Duration) engine.Engine {
	t.Helper()
	e, err := snowflake.New(snowflake.Options{Timeout: timeout}).Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
