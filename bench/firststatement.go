package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/millrace/millrace/api"
)

// manyStarts is the number of starts, large enough for a meaningful 99th percentile.
const manyStarts = 250

// firstStatement measures the time from the request that starts a run until the platform sends the first statement to
// the engine. It uses the sample, whose seeds have no upstream. The time of the statement comes from the run's results;
// both times come from the same clock.
func (b *bench) firstStatement() (err error) {
	p, _, err := start(b.ctx, true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	c, err := signIn(b.ctx, p.app.BaseURL)
	if err != nil {
		return err
	}
	d, err := sampleDeployment(p, c)
	if err != nil {
		return err
	}
	var took, whole []float64
	for range manyStarts {
		began := time.Now()
		first, err := b.timeFirstStatement(d)
		if err != nil {
			return err
		}
		took = append(took, milliseconds(first.Sub(began.Truncate(time.Millisecond))))
		whole = append(whole, milliseconds(time.Since(began)))
	}
	p99 := percentile(took, 99)
	b.atMost("startRun to the first statement, p99", p99, 50, inMilliseconds)
	b.note(fmt.Sprintf("of %d starts: p50, p90, max; p50 of the whole run", len(took)),
		fmt.Sprintf("%.0f, %.0f, %.0f; %.0f ms", median(took), percentile(took, 90), percentile(took, 100), median(whole)))
	return nil
}

// sampleDeployment returns the first environment of the sample.
func sampleDeployment(p *platform, c admin) (*deployment, error) {
	body, err := fetch(p.app.BaseURL+"/api/v1/environments", c.token)
	if err != nil {
		return nil, err
	}
	var list struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, err
	}
	if len(list.Data) == 0 {
		return nil, errors.New("the sample has no environment")
	}
	return &deployment{admin: c, environment: list.Data[0].ID}, nil
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// timeFirstStatement runs the environment and returns the time of its first statement, to the millisecond.
func (b *bench) timeFirstStatement(d *deployment) (time.Time, error) {
	number, err := d.start(b.ctx, 16)
	if err != nil {
		return time.Time{}, err
	}
	if err := d.wait(b.ctx, number); err != nil {
		return time.Time{}, err
	}
	list, err := d.admin.GetRunResults(b.ctx, strconv.FormatInt(number, 10))
	if err != nil {
		return time.Time{}, err
	}
	return earliest(list.Data)
}

func earliest(nodes []api.NodeResult) (time.Time, error) {
	var first time.Time
	for i := range nodes {
		for _, query := range nodes[i].QueryResults {
			if query.StartTime == nil {
				continue
			}
			at, err := time.Parse(time.RFC3339, *query.StartTime)
			if err != nil {
				return first, err
			}
			if first.IsZero() || at.Before(first) {
				first = at
			}
		}
	}
	if first.IsZero() {
		return first, errors.New("the run has no statement")
	}
	return first, nil
}
