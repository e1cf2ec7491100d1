package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/millrace/millrace/api"
)

// activeRuns is the number of active runs while the status of one of them is requested.
const activeRuns = 200

// runStatus measures the request that orchestrators send most. It compares it with a bare handler that writes the same
// bytes, while one process runs as many runs as it accepts and the other runs wait. The nodes wait in the engine, so
// that the CPU is free for the two sides.
func (b *bench) runStatus() (err error) {
	p, _, err := start(b.ctx, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	c, err := signIn(b.ctx, p.app.BaseURL)
	if err != nil {
		return err
	}
	d, err := b.deployWaiters(c)
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
	beside, err := b.compareWithBareHandler(p, path, c.token)
	if err != nil {
		return err
	}
	b.atLeast("runStatus under 200 active runs / bare handler, same bytes", beside.ratio, 0.4, asRatio)
	return b.stillActive(c)
}

// deployWaiters deploys a project with one node per run. Each node waits for as long as its parameter says, and not at
// all in the first load.
func (b *bench) deployWaiters(c admin) (*deployment, error) {
	f := newFiles("STG")
	for i := range activeRuns {
		f.stage(i, waiter(i), "SELECT cast(sleep_ms({{ parameters.pause or 0 }}) AS INTEGER) AS id")
	}
	s, err := newPlannedProject(f, nil)
	if err != nil {
		return nil, err
	}
	return newDeployment(b.ctx, c, s, "")
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

// stillActive returns an error if the runs ended before the measurement did.
func (b *bench) stillActive(c admin) error {
	status, err := c.GetRunStatus(b.ctx, &api.GetRunStatusParams{})
	if err != nil {
		return err
	}
	if status.Scheduler == nil {
		return errors.New("the response has no number of runs")
	}
	load := status.Scheduler
	b.note("running and waiting runs after the measurement", fmt.Sprintf("%d and %d", load.Running, load.WaitingToRun))
	if load.Running+load.WaitingToRun < activeRuns {
		return errors.New("the runs ended before the measurement did")
	}
	return nil
}
