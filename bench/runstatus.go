package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/millrace/millrace/api"
)

// activeRuns is how many runs are not over while one of them is asked about.
const activeRuns = 200

// runStatus measures the question that orchestrators ask most, beside a bare handler that writes the same bytes, while as
// many runs are at work as a process takes and the others wait for their turn. The work is to wait in the engine, so that
// the processor is left to the two sides.
func (b *bench) runStatus() (err error) {
	p, _, err := start(b.ctx, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	c, err := signIn(b.ctx, p)
	if err != nil {
		return err
	}
	d, err := b.deployWaiters(p, c)
	if err != nil {
		return err
	}
	var last int64
	for i := range activeRuns {
		if last, err = b.startWaiter(d, i); err != nil {
			return err
		}
	}
	path := fmt.Sprintf("/scheduler/runStatus?runCounter=%d", last-activeRuns+1)
	beside, err := b.beside(p, path, c.token)
	if err != nil {
		return err
	}
	b.report("runStatus under 200 active runs / bare handler, same bytes", beside.ratio, 0.4, "x", beside.ratio < 0.4)
	return b.stillActive(c)
}

// deployWaiters deploys a project of as many nodes as there will be runs. Each waits for as long as its parameters say,
// which is nothing when it is filled for the first time.
func (b *bench) deployWaiters(p *platform, c admin) (*deployment, error) {
	f := newFiles("STG")
	for i := range activeRuns {
		f.stage(i, waiter(i), "SELECT cast(sleep_ms({{ parameters.pause or 0 }}) AS INTEGER) AS id")
	}
	s, err := newScene(f, nil)
	if err != nil {
		return nil, err
	}
	return bringIn(b.ctx, p, c, s, "")
}

func waiter(i int) string { return fmt.Sprintf("W%03d", i) }

// startWaiter starts a run of one node. Runs that share no node run at the same time.
func (b *bench) startWaiter(d *deployment, i int) (int64, error) {
	pause := 2*time.Minute + 4*b.load*time.Duration(b.rounds)
	var body api.StartRun
	body.RunDetails.EnvironmentID = api.ID(d.environment)
	body.RunDetails.IncludeNodesSelector = new(fmt.Sprintf("{ name: %s }", waiter(i)))
	body.Parameters = new(json.RawMessage(fmt.Sprintf(`{"pause": %d}`, pause.Milliseconds())))
	started, err := d.admin.StartRun(b.ctx, body)
	if err != nil {
		return 0, err
	}
	return started.RunCounter, nil
}

// stillActive makes sure that the runs were there all the time.
func (b *bench) stillActive(c admin) error {
	status, err := c.GetRunStatus(b.ctx, &api.GetRunStatusParams{})
	if err != nil {
		return err
	}
	if status.Scheduler == nil {
		return errors.New("the answer does not say how many runs there are")
	}
	load := status.Scheduler
	b.note("runs at work and waiting, afterwards", fmt.Sprintf("%d and %d", load.Running, load.WaitingToRun))
	if load.Running+load.WaitingToRun < activeRuns {
		return errors.New("the runs did not last as long as the measurement")
	}
	return nil
}
