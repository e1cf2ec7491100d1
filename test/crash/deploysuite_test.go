package crash_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"
)

// A deploy that is killed between any two steps ends all the same, and what is on record afterwards is what is there.
func TestDeploysSurviveKills(t *testing.T) {
	t.Parallel()
	t.Run("sqlite and duckdb", func(t *testing.T) {
		t.Parallel()
		newDeploySuite(t, embeddedStand(t, stage{environments: 5})).play((deployKills(t) + 1) / 2)
	})
	t.Run("two servers on postgres", func(t *testing.T) {
		t.Parallel()
		newDeploySuite(t, postgresStand(t, stage{environments: 8})).play(deployKills(t) / 2)
	})
}

// deployKills is how often a deploy loses the server that works on it before its last step is done, in all stands together.
func deployKills(t *testing.T) int {
	t.Helper()
	return max(50, kills(t)/4)
}

// maxRound is how long one round may take: to wait for leases to end is part of it.
const maxRound = 2 * time.Minute

// deploySuite plays one fixture.
type deploySuite struct {
	*fixture

	t       *testing.T
	targets []*target
	running []*server
	tally   tally
}

func newDeploySuite(t *testing.T, on *fixture) *deploySuite {
	t.Helper()
	s := &deploySuite{fixture: on, t: t, running: make([]*server, len(on.servers))}
	for _, environment := range on.environments {
		s.targets = append(s.targets, &target{fixture: on, environment: environment, sketch: newSketch(on.words.platform)})
	}
	return s
}

// play deploys and kills until so many deploys were killed before their last step was done.
func (s *deploySuite) play(enough int) {
	rounds := 0
	for ; s.tally.midway() < enough && !s.t.Failed(); rounds++ {
		if rounds > 2*enough+10 {
			s.t.Fatalf("after %d rounds: %s", rounds, &s.tally)
		}
		s.round(rounds)
	}
	s.t.Logf("%d rounds: %s", rounds, &s.tally)
}

func (s *deploySuite) round(number int) {
	ctx, cancel := context.WithTimeout(s.t.Context(), maxRound)
	defer cancel()
	s.start(ctx)
	for _, target := range s.targets {
		if number > 0 {
			target.edits = target.sketch.edit(2 + rand.IntN(5))
		}
		s.must(target.planNext(ctx, s.any()))
	}
	s.deployAndKill(ctx)
	s.finish(ctx)
}

func (t *target) planNext(ctx context.Context, through *server) (err error) {
	t.plan, err = t.makePlan(ctx, through.client)
	return err
}

// must ends the test when something that has to work does not.
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

// any is one of the servers that are running.
func (s *deploySuite) any() *server {
	return pick(slices.DeleteFunc(slices.Clone(s.running), func(one *server) bool { return one == nil }))
}

func (s *deploySuite) kill(victim int) {
	s.running[victim].kill()
	s.running[victim] = nil
}

// deployAndKill carries all plans out at once and kills who does it. The next owner may have the same fate.
func (s *deploySuite) deployAndKill(ctx context.Context) {
	victim := rand.IntN(len(s.running))
	gates := s.closeGates(ctx)
	defer gates.open()
	var asking sync.WaitGroup
	for _, target := range s.targets {
		through := s.running[victim].client
		asking.Go(func() {
			if err := target.deploy(ctx, through, 1+rand.IntN(3)); err != nil {
				s.t.Error(err)
			}
		})
	}
	s.reachGates(ctx, gates)
	s.reachPoint(ctx, gates)
	s.kill(victim)
	asking.Wait()
	s.note(ctx)
	s.start(ctx)
	for s.isAlone() && rand.IntN(2) == 0 {
		s.reachPoint(ctx, gates)
		s.kill(0)
		s.note(ctx)
		s.start(ctx)
	}
}

// isAlone reports whether the server takes runs of a dead one over at once, because there can be no other.
func (s *deploySuite) isAlone() bool { return len(s.servers) == 1 }

// maxWait is how long a point is waited for: the deploy may not have been accepted before a server was killed.
const maxWait = 3 * time.Second

// reachPoint waits, where no gates hold the deploys up, until one of them has come to a random point: so many steps are on
// record, and a moment more has passed.
func (s *deploySuite) reachPoint(ctx context.Context, held *gates) {
	if len(held.tables) > 0 {
		return
	}
	leading := pick(s.targets)
	point := rand.IntN(1 + len(leading.plan.PhasedDependencies)/2)                       // the record is behind what is done
	for begin := time.Now(); time.Since(begin) < maxWait; time.Sleep(time.Millisecond) { // it looks at other processes
		done, isOver, err := leading.progress(ctx)
		s.must(err)
		if isOver || done >= point {
			break
		}
	}
	time.Sleep(time.Duration(rand.IntN(20)) * time.Millisecond) // the moment of the kill
}
