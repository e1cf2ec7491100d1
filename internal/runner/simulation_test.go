package runner_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/millrace/millrace/internal/execute/simengine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

var (
	seeds    = flag.Uint64("seeds", defaultSeeds, "how many seeds the simulation of the runner goes through") //nolint:gochecknoglobals // a flag of the test program
	oneSeed  = flag.Uint64("seed", 0, "the one seed to go through")                                           //nolint:gochecknoglobals // as above
	isTraced = flag.Bool("story", false, "print what happens")                                                //nolint:gochecknoglobals // as above
)

// TestSimulation executes runs with several processes while faults are injected, with a simulated clock. Each seed is
// another scenario; siminvariant_test.go has the invariants of all of them.
func TestSimulation(t *testing.T) {
	t.Parallel()
	if *oneSeed != 0 {
		report(t, *oneSeed, simulate(t, *oneSeed, sabotage{}))
		return
	}
	const parts = 4
	for part := range uint64(parts) {
		t.Run(fmt.Sprint("part ", part+1), func(t *testing.T) {
			t.Parallel()
			for seed := part + 1; seed <= *seeds; seed += parts {
				report(t, seed, simulate(t, seed, sabotage{}))
			}
		})
	}
}

func report(t *testing.T, seed uint64, violations []string) {
	t.Helper()
	if len(violations) > 0 {
		t.Fatalf("seed %d: %s\nrepeat it with: go test ./internal/runner -v -run %s -seed %d -story", seed, violations[0], topName(t), seed)
	}
}

func topName(t *testing.T) string {
	t.Helper()
	name, _, _ := strings.Cut(t.Name(), "/")
	return name
}

// sabotage is what a test breaks on purpose.
type sabotage struct {
	engine        simengine.Mutations
	trustsTooLong bool // no process notices that its lease has expired
	forgetsPlans  bool // the state database does not store the selected nodes
	forgetsSent   bool // owners do not wait until it is stored that they publish a node
	byStatement   bool // the engine has no transactions
}

// simulation is one scenario.
type simulation struct {
	*dice

	sabotage sabotage
	// hasTransactions is false if the engine publishes by single statements.
	hasTransactions bool
	doubts          int // nodes of which it is unknown whether they are published

	database *stateDatabase
	server   *simengine.Server
	began    time.Time

	processes []*process // all processes, also dead ones
	alive     []*process

	mu         sync.Mutex
	isOver     bool // no more faults
	violations []string
	newest     map[string]int64       // the newest epoch of each run that started a node
	working    map[string]int         // requests of nodes in flight, by process, owner and epoch
	over       map[ids.Run]run.Status // runs that have ended
}

func simulate(t *testing.T, seed uint64, broken sabotage) (violations []string) {
	t.Helper()
	synctest.Test(t, func(*testing.T) {
		s := &simulation{
			dice: newDice(seed), sabotage: broken, database: newStateDatabase(), began: time.Now(),
			newest: map[string]int64{}, working: map[string]int{}, over: map[ids.Run]run.Status{},
		}
		s.server, s.hasTransactions = simengine.NewServer(s.committed), !broken.byStatement
		if broken.byStatement {
			s.server = simengine.NewServerWithoutTransactions(s.committed)
		}
		s.server.Mutations = broken.engine
		s.database.ended, s.database.violatedf, s.database.forgetsPlans = s.ended, s.violatef, broken.forgetsPlans
		s.database.forgetsSent = broken.forgetsSent
		s.play()
		violations = s.violations
		if broken == (sabotage{byStatement: true}) {
			simulatedDoubts.Add(int64(s.doubts))
		}
	})
	return violations
}

// play runs the scenario: it stores runs, injects faults for a minute, and then everything must end.
func (s *simulation) play() {
	random := s.roll("story")
	s.server.HasSavepoints = chance(random, 50)
	for range 2 + random.IntN(2) {
		s.alive = append(s.alive, s.newProcess())
	}
	for i := range 1 + random.IntN(3) {
		time.Sleep(between(random, 0, 3*time.Second))
		s.insert(i, random)
	}
	storm := s.began.Add(time.Minute)
	theme := random.IntN(strikes) // every scenario has one
	for time.Now().Before(storm) && !s.database.isOver() {
		time.Sleep(between(random, 500*time.Millisecond, 6*time.Second))
		what := random.IntN(strikes)
		if chance(random, 40) {
			what = theme
		}
		s.strike(what, random)
	}
	s.calm()
	for range 300 {
		if s.database.isOver() {
			break
		}
		time.Sleep(time.Second)
	}
	s.stop()
	s.checkEnd()
}

// insert stores a run: a random graph of nodes, most of which add one row to their own table.
func (s *simulation) insert(number int, random *rand.Rand) {
	var p plan.Plan
	for i := range 3 + random.IntN(7) {
		node := plan.Node{ID: transform.NodeID(fmt.Sprint("n", i)), Name: fmt.Sprint("N", i), Location: "L"}
		if !s.hasTransactions {
			node.Name, node.Schema.Name = fmt.Sprint("n", i), fmt.Sprintf("r%d", number+1)
			s.server.CreateTable(tableOf(number, i))
		}
		for above := range i {
			if chance(random, 40) {
				node.Upstream = append(node.Upstream, above)
			}
		}
		if s.hasTransactions {
			node.Stages = s.stages(tableOf(number, i), random)
		} else {
			node.Stages = stagesByStatement(node.Schema.Name, node.Name, random)
		}
		p.Nodes = append(p.Nodes, node)
	}
	if chance(s.roll("compared", fmt.Sprint(number)), 50) {
		p.ChangeCheck = &plan.ChangeCheck{}
	}
	s.database.insert(ids.Environment(1+random.IntN(2)), p, run.Details{Parallelism: 1 + random.IntN(3)})
}

func tableOf(number, node int) string { return fmt.Sprintf("r%d.n%d", number+1, node) }

func (s *simulation) stages(table string, random *rand.Rand) []plan.Stage {
	stages := []plan.Stage{{Kind: plan.SQL, SQL: "APPEND " + table + " 1"}}
	switch random.IntN(10) {
	case 0:
		return []plan.Stage{{Kind: plan.Test, SQL: "ROWS nothing"}}
	case 1:
		stages = append(stages, plan.Stage{Kind: plan.SQL, SQL: "FAIL on purpose"})
	case 2:
		stages = append(stages, plan.Stage{Kind: plan.Test, SQL: "FAIL on purpose", ContinueOnFailure: true})
	case 3:
		return nil
	case 4, 5:
		stages[0].SQL = "CREATE OR REPLACE TABLE " + table + " 1"
		if chance(random, 50) {
			return stages
		}
	}
	if chance(random, 60) {
		stages = append(stages, plan.Stage{Kind: plan.SQL, SQL: "SLEEP " + between(random, 0, 8*time.Second).String()})
	}
	return stages
}

// strikes is the number of kinds of large faults.
const strikes = 12

// strike injects a large fault.
func (s *simulation) strike(what int, random *rand.Rand) {
	victim := random.IntN(len(s.alive))
	p := s.alive[victim]
	length := between(random, 100*time.Millisecond, 25*time.Second)
	until := time.Now().Add(length)
	s.tracef("strike %d at %s for %s", what, p.name, length)
	switch what {
	case 0, 1:
		p.kill()
		s.alive[victim] = s.newProcess()
	case 2:
		p.end() // SIGTERM
		s.alive[victim] = s.newProcess()
	case 3, 4, 5:
		p.change(func() { p.frozen = until })
	case 6:
		p.change(func() { p.noData = until.Add(10 * time.Second) })
	case 7:
		for _, p := range s.alive {
			p.change(func() { p.noData = until })
		}
	case 8:
		p.change(func() { p.noSQL = time.Now().Add(length / 4) })
	case 9:
		s.database.cancel(run.Key{Organization: "organization", Run: ids.Run(1 + random.IntN(len(s.database.runs)))})
	case 10:
		p.change(func() { p.offset = between(random, -time.Hour, time.Hour) })
	case 11:
		if !s.sabotage.engine.SkipEpochCheck { // without marks in the ledger, only the lease protects
			s.database.jump(between(random, -20*time.Second, 30*time.Second))
		}
		p.change(func() { p.slow = until })
	}
}

// calm ends all faults.
func (s *simulation) calm() {
	s.mu.Lock()
	s.isOver = true
	s.mu.Unlock()
	s.tracef("calm")
	for _, p := range s.processes {
		p.change(func() { p.frozen, p.noData, p.noSQL = time.Time{}, time.Time{}, time.Time{} })
	}
}

func (s *simulation) isStormy() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.isOver
}

// stop ends all processes.
func (s *simulation) stop() {
	for _, p := range s.processes {
		p.end()
		<-p.ended
	}
}

func (s *simulation) tracef(format string, args ...any) {
	if *isTraced {
		fmt.Fprintf(os.Stdout, "%10s  %s\n", time.Since(s.began).Round(time.Microsecond), fmt.Sprintf(format, args...))
	}
}
