package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/run"
)

// smallRunCount is the number of one-node runs that are started at once, and of nodes in their project.
const smallRunCount = 200

// runStarter starts runs of one node each on a server in its own process. Each of its nodes has its own requests, and runs
// that share no node run at the same time.
type runStarter struct {
	*bench

	server     *server
	deployment *deployment
	requests   [][]byte
}

// withRunStarter starts a server, deploys a project of tiny tables and calls do.
func (b *bench) withRunStarter(o serverOptions, do func(*runStarter) error) (err error) {
	s, err := startServer(b.ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	starter, err := b.newRunStarter(s)
	if err != nil {
		return err
	}
	return do(starter)
}

func (b *bench) newRunStarter(s *server) (*runStarter, error) {
	c, err := signIn(b.ctx, s.baseURL)
	if err != nil {
		return nil, err
	}
	planned, err := trivialTables(smallRunCount)
	if err != nil {
		return nil, err
	}
	d, err := newDeployment(b.ctx, c, planned, "")
	if err != nil {
		return nil, err
	}
	r := &runStarter{bench: b, server: s, deployment: d}
	for i := range smallRunCount {
		var body api.StartRun
		body.RunDetails.EnvironmentID = api.ID(d.environment)
		body.RunDetails.IncludeNodesSelector = new(fmt.Sprintf("{ name: T%04d }", i))
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		r.requests = append(r.requests, postRequest(s.address(), "/scheduler/startRun", c.token, text))
	}
	return r, nil
}

// start starts runs from a number of clients, for a time or until a number is reached.
func (r *runStarter) start(o loadOrder) (loadResult, error) {
	o.Address, o.Requests = r.server.address(), r.requests
	return load(r.ctx, o)
}

// awaitIdle waits until no run is active.
func (r *runStarter) awaitIdle() error {
	for {
		status, err := r.deployment.admin.GetRunStatus(r.ctx, &api.GetRunStatusParams{})
		if err != nil {
			return err
		}
		if status.Scheduler == nil {
			return errors.New("the response has no number of runs")
		}
		if status.Scheduler.Running+status.Scheduler.WaitingToRun == 0 {
			return nil
		}
		time.Sleep(20 * time.Millisecond) // rarely enough to cost nothing
	}
}

// lastEnd returns when the last of the newest runs ended. All of them must be completed.
func (r *runStarter) lastEnd(newest int) (last time.Time, err error) {
	list, err := r.deployment.admin.ListRuns(r.ctx, &api.ListRunsParams{Limit: new(strconv.Itoa(newest))})
	if err != nil {
		return last, err
	}
	for _, raw := range list.Data {
		var found api.RunSummary
		if err := json.Unmarshal(raw, &found); err != nil {
			return last, err
		}
		if run.Status(found.RunStatus) != run.Completed || found.RunEndTime == nil {
			return last, fmt.Errorf("run %d is %s", found.ID, found.RunStatus)
		}
		ended, err := time.Parse(time.RFC3339, *found.RunEndTime)
		if err != nil {
			return last, err
		}
		if ended.After(last) {
			last = ended
		}
	}
	return last, nil
}

// smallRuns measures how many runs of one tiny node a server completes per second: many clients start them at once, and
// the end of the last one counts.
func (b *bench) smallRuns() error {
	return b.withRunStarter(serverOptions{args: []string{"--no-sample"}}, func(r *runStarter) error {
		var rates []float64
		for range max(b.rounds, 5) {
			began := time.Now()
			if _, err := r.start(loadOrder{Connections: connections, Count: smallRunCount}); err != nil {
				return err
			}
			if err := r.awaitIdle(); err != nil {
				return err
			}
			ended, err := r.lastEnd(smallRunCount)
			if err != nil {
				return err
			}
			rates = append(rates, smallRunCount/ended.Sub(began).Seconds())
		}
		b.atLeast(fmt.Sprintf("%d one-node runs, from the first request to the last end", smallRunCount), median(rates), 400, perSecond)
		return nil
	})
}
