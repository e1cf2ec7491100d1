package crash_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"
)

// A deployment that is killed between any two steps still ends, and the record matches the catalog afterwards.
func TestDeploymentsSurviveKills(t *testing.T) {
	t.Parallel()
	t.Run("sqlite and duckdb", func(t *testing.T) {
		t.Parallel()
		newDeploySuite(t, newEmbeddedFixture(t, fixtureOptions{environments: 5})).runUntil((deployKills(t) + 1) / 2)
	})
	t.Run("two servers on postgres", func(t *testing.T) {
		t.Parallel()
		newDeploySuite(t, newPostgresFixture(t, fixtureOptions{environments: 8})).runUntil(deployKills(t) / 2)
	})
}

// deployKills is how often, in all fixtures together, a deployment loses its server before its last step is done.
func deployKills(t *testing.T) int {
	t.Helper()
	return max(50, kills(t)/4)
}

// maxRound is the time limit of one round, which includes waiting for leases to expire.
const maxRound = 2 * time.Minute

// deploySuite runs the deployment test on one fixture.
type deploySuite struct {
	*fixture

	t       *testing.T
	targets []*target
	running []*server
	stats   killStats
}

func newDeploySuite(t *testing.T, on *fixture) *deploySuite {
	t.Helper()
	s := &deploySuite{fixture: on, t: t, running: make([]*server, len(on.servers))}
	for _, environment := range on.environments {
		s.targets = append(s.targets, &target{fixture: on, environment: environment, project: newRandomProject(on.sql.platform)})
	}
	return s
}

// runUntil deploys and kills until the given number of deployments were killed before their last step was done.
func (s *deploySuite) runUntil(enough int) {
	rounds := 0
	for ; s.stats.beforeLastStep() < enough && !s.t.Failed(); rounds++ {
		if rounds > 2*enough+10 {
			s.t.Fatalf("after %d rounds: %s", rounds, &s.stats)
		}
		s.round(rounds)
	}
	s.t.Logf("%d rounds: %s", rounds, &s.stats)
}

func (s *deploySuite) round(number int) {
	ctx, cancel := context.WithTimeout(s.t.Context(), maxRound)
	defer cancel()
	s.start(ctx)
	for _, target := range s.targets {
		if number > 0 {
			target.edits = target.project.edit(2 + rand.IntN(5))
		}
		s.must(target.planNext(ctx, s.anyServer()))
	}
	s.deployAndKill(ctx)
	s.finish(ctx)
}

func (t *target) planNext(ctx context.Context, through *server) (err error) {
	t.plan, err = t.makePlan(ctx, through.client)
	return err
}

// must ends the test if an error occurred.
func (s *deploySuite) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// start starts the servers that are not running.
func (s *deploySuite) start(ctx context.Context) {
	for i, server := range s.running {
		if server == nil {
			s.running[i] = startServer(ctx, s.t, s.servers[i])
		}
	}
}

// anyServer returns one of the running servers.
func (s *deploySuite) anyServer() *server {
	return pick(slices.DeleteFunc(slices.Clone(s.running), func(one *server) bool { return one == nil }))
}

func (s *deploySuite) kill(victim int) {
	s.running[victim].kill()
	s.running[victim] = nil
}

// deployAndKill deploys all plans at once and kills the server that does it. The next owner may be killed as well.
func (s *deploySuite) deployAndKill(ctx context.Context) {
	victim := rand.IntN(len(s.running))
	locks := s.lockTables(ctx)
	defer locks.release()
	var requests sync.WaitGroup
	for _, target := range s.targets {
		through := s.running[victim].client
		requests.Go(func() {
			if err := target.deploy(ctx, through, 1+rand.IntN(3)); err != nil {
				s.t.Error(err)
			}
		})
	}
	s.awaitLockWaits(ctx, locks)
	s.awaitPoint(ctx, locks)
	s.kill(victim)
	requests.Wait()
	s.recordProgress(ctx)
	s.start(ctx)
	for s.hasOneServer() && rand.IntN(2) == 0 {
		s.awaitPoint(ctx, locks)
		s.kill(0)
		s.recordProgress(ctx)
		s.start(ctx)
	}
}

// hasOneServer reports whether a restarted server takes over runs immediately, because no other server exists.
func (s *deploySuite) hasOneServer() bool { return len(s.servers) == 1 }

// maxWait limits the wait for a point, because no server may have accepted the deployment before it was killed.
const maxWait = 3 * time.Second

// awaitPoint waits, if no lock stops the deployments, until one of them reaches a random point: a number of steps is
// recorded, and some more time has passed.
func (s *deploySuite) awaitPoint(ctx context.Context, locks *tableLocks) {
	if len(locks.tables) > 0 {
		return
	}
	leading := pick(s.targets)
	point := rand.IntN(1 + len(leading.plan.PhasedDependencies)/2)                       // recorded steps are fewer than executed steps
	for begin := time.Now(); time.Since(begin) < maxWait; time.Sleep(time.Millisecond) { // polls other processes
		done, isOver, err := leading.progress(ctx)
		s.must(err)
		if isOver || done >= point {
			break
		}
	}
	time.Sleep(time.Duration(rand.IntN(20)) * time.Millisecond) // the time of the kill
}
