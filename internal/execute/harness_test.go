package execute_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/execute/simengine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// journal keeps every result.
type journal struct {
	mu      sync.Mutex
	records []run.NodeResult
}

func (j *journal) Record(result run.NodeResult) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.records = append(j.records, result)
}

// last returns the newest result of every node.
func (j *journal) last() map[transform.NodeID]run.NodeResult {
	j.mu.Lock()
	defer j.mu.Unlock()
	last := map[transform.NodeID]run.NodeResult{}
	for _, result := range j.records {
		last[result.Node] = result
	}
	return last
}

// states returns the newest state of every node as text, such as "A complete, B failed".
func (j *journal) states() string {
	last := j.last()
	var said []string
	for _, id := range slices.Sorted(maps.Keys(last)) {
		said = append(said, string(id)+" "+string(last[id].State))
	}
	return strings.Join(said, ", ")
}

// node returns a node whose stages are the statements: "TEST …" is a test that stops the node, and a stage with "?" may
// fail.
func node(id string, statements ...string) plan.Node {
	n := plan.Node{ID: transform.NodeID(id), Name: id, Location: "STG", Schema: engine.Schema{Name: "STG"}}
	for _, statement := range statements {
		text, mayFail := strings.CutPrefix(statement, "?")
		stage := plan.Stage{Name: text, Kind: plan.SQL, SQL: text, ContinueOnFailure: mayFail}
		if query, ok := strings.CutPrefix(text, "TEST "); ok {
			stage.Name, stage.Kind, stage.SQL = query, plan.Test, query
		}
		n.Stages = append(n.Stages, stage)
	}
	return n
}

func after(n plan.Node, upstream ...int) plan.Node {
	n.Upstream = upstream
	return n
}

func planOf(nodes ...plan.Node) plan.Plan { return plan.Plan{Nodes: nodes} }

// fixture is an engine and a journal to execute plans with.
type fixture struct {
	server  *simengine.Server
	faults  simengine.FaultInjector
	journal *journal
}

func newFixture() *fixture {
	return &fixture{server: simengine.NewServer(nil), faults: simengine.NoFaults{}, journal: &journal{}}
}

func (f *fixture) work(p plan.Plan) execute.Request {
	return execute.Request{
		Plan: p, Engine: f.server.Connect(f.faults), Label: engine.Label{WorkID: "run", Epoch: 1}, Parallelism: 4, Journal: f.journal,
	}
}

// execute executes a plan and expects it to end.
func (f *fixture) execute(t *testing.T, p plan.Plan) run.Outcome {
	t.Helper()
	outcome, ok := execute.Execute(t.Context(), f.work(p))
	if !ok {
		t.Fatal("the work was left unfinished")
	}
	return outcome
}

func expect[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %v\nwant %v", what, got, want)
	}
}

func expectTable(t *testing.T, server *simengine.Server, table string, want ...string) {
	t.Helper()
	if got := server.Table(table); !slices.Equal(got, want) {
		t.Errorf("table %s holds %q, want %q", table, got, want)
	}
}

// faultFunc is a fault injector that calls a function.
type faultFunc func(call simengine.Call) simengine.CallOutcome

func (f faultFunc) Outcome(call simengine.Call) simengine.CallOutcome { return f(call) }

func (faultFunc) BeforeAnswer(simengine.Call) {}

// times injects an outcome into the first calls for which a condition is true.
func times(count int, is func(simengine.Call) bool, outcome simengine.CallOutcome) simengine.FaultInjector {
	var mu sync.Mutex
	return faultFunc(func(call simengine.Call) simengine.CallOutcome {
		mu.Lock()
		defer mu.Unlock()
		if count == 0 || !is(call) {
			return simengine.CallOutcome{}
		}
		count--
		return outcome
	})
}

func operation(name string) func(simengine.Call) bool {
	return func(call simengine.Call) bool { return call.Operation == name }
}

// withPrepare is an engine with its own Prepare.
type withPrepare struct {
	engine.Engine

	prepare func(places []engine.Schema) error
}

func (e withPrepare) Prepare(_ context.Context, schemas []engine.Schema) error {
	return e.prepare(schemas)
}
