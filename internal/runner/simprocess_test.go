package runner_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute/simengine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/runner"
)

// process is a server that executes runs. It can be killed, suspended (SIGSTOP), told to end (SIGTERM) or disconnected
// from the state database or the engine, and its clock can be set. Its requests in flight arrive.
type process struct {
	*simulation

	name   string
	end    context.CancelFunc
	ended  chan struct{}
	mu     sync.Mutex
	dead   bool
	frozen time.Time // until when
	noData time.Time // until when the state database is unavailable
	noSQL  time.Time // until when the engine is unavailable
	slow   time.Time // until when the engine is slow
	offset time.Duration
}

func (s *simulation) newProcess() *process {
	p := &process{simulation: s, name: fmt.Sprint("process ", len(s.processes)+1), ended: make(chan struct{})}
	s.processes = append(s.processes, p)
	var ctx context.Context
	ctx, p.end = context.WithCancel(context.Background())
	options := runner.Options{Store: &line{s.database, p.send}, Engine: p.open, Compare: p.compare, Owner: p.name, Now: p.now, MaxRuns: 2}
	if s.sabotage.trustsTooLong {
		options.Lease = 2 * time.Minute // the state database still grants the usual lease
	}
	r := runner.New(options)
	go func() {
		defer close(p.ended)
		_ = r.Run(ctx)
	}()
	return p
}

// open queries the connection in the state database.
func (p *process) open(ctx context.Context, _ project.EngineUse) (opened engine.Engine, release func(), err error) {
	err = p.send(ctx, "connection", func() { opened = p.server.Connect(p) })
	if err != nil {
		return nil, nil, err
	}
	return opened, func() {}, nil
}

// now returns the clock of the process.
func (p *process) now() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.offset == 0 {
		return time.Now()
	}
	return time.Now().Round(0).Add(p.offset)
}

// kill ends the process at once. What its goroutines do afterwards has no effect.
func (p *process) kill() {
	p.change(func() { p.dead = true })
	p.end()
}

func (p *process) change(do func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	do()
}

// pass waits while the process is suspended, and reports whether it was, and whether it is dead.
func (p *process) pass() (wasFrozen, isDead bool) {
	for {
		p.mu.Lock()
		left, isDead := time.Until(p.frozen), p.dead
		p.mu.Unlock()
		if isDead || left <= 0 {
			return wasFrozen, isDead
		}
		wasFrozen = true
		time.Sleep(left)
	}
}

func (p *process) isBefore(until *time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Now().Before(*until)
}

// send sends a request to the state database with a simulated outcome.
func (p *process) send(ctx context.Context, operation string, do func()) error {
	random := p.roll("store", p.name, operation)
	wasFrozen, isDead := p.pass()
	if isDead || p.isBefore(&p.noData) || p.isStormy() && chance(random, 1.5) {
		return unreachable()
	}
	if wasFrozen && chance(random, 50) {
		ctx = context.WithoutCancel(ctx) // it was sent before the context ended
	}
	timer := time.NewTimer(between(random, 100*time.Microsecond, 4*time.Millisecond))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
		return fault.From(ctx.Err())
	}
	do()
	if _, isDead := p.pass(); isDead || p.isStormy() && chance(random, 1.5) {
		return unreachable()
	}
	return nil
}

// Outcome decides the outcome of a request to the engine.
func (p *process) Outcome(call simengine.Call) simengine.CallOutcome {
	p.watch(p, call)
	random := p.roll("engine", p.name, call.Operation, call.Node, call.Statement, strconv.FormatInt(call.Label.Epoch, 10))
	wasFrozen, isDead := p.pass()
	outcome := simengine.CallOutcome{Wait: between(random, 100*time.Microsecond, 20*time.Millisecond), Uncancelable: wasFrozen && chance(random, 50)}
	if isDead || p.isBefore(&p.noSQL) {
		outcome.Lost, outcome.Linger = true, between(random, 0, 30*time.Second)
		return outcome
	}
	if p.isStormy() {
		p.disturb(random, &outcome, call)
	}
	if p.isBefore(&p.slow) {
		outcome.Wait += between(random, 0, 2*time.Second)
	}
	return outcome
}

// disturb injects a random fault.
func (p *process) disturb(random *rand.Rand, outcome *simengine.CallOutcome, call simengine.Call) {
	percent := 1.0
	if call.Operation == "commit" {
		percent = 4
	}
	outcome.Lost = chance(random, percent)
	outcome.Mute = chance(random, percent)
	if call.Operation == "commit" && chance(random, percent) {
		outcome.Late = between(random, time.Millisecond, 4*time.Second)
	}
	if chance(random, 3) {
		outcome.Wait = between(random, 0, 6*time.Second)
	}
	outcome.Linger = between(random, 0, 10*time.Second)
	if isPublishing := strings.Contains(call.Statement, "millrace_rows"); isPublishing {
		outcome.Lost = outcome.Lost || chance(random, 3)
		outcome.Mute = outcome.Mute || chance(random, 4)
		if chance(random, 5) {
			outcome.Late = between(random, time.Millisecond, 20*time.Second)
		}
		outcome.Unnamed, outcome.Committing = chance(random, 5), chance(random, 30)
	}
}

// BeforeAnswer delays or drops the answer of the engine.
func (p *process) BeforeAnswer(call simengine.Call) {
	p.pass()
	p.unwatch(p, call)
}
