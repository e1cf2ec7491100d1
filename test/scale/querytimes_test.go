package scale_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/runner"
	"github.com/millrace/millrace/internal/schedule"
	"github.com/millrace/millrace/internal/scheduler"
)

// queryTimes are how long calls of the store took, by what they do and by quarter of the day.
type queryTimes struct {
	mu    sync.Mutex
	times map[string]*[quarters][]time.Duration
}

func newQueryTimes() *queryTimes { return &queryTimes{times: map[string]*[quarters][]time.Duration{}} }

func (q *queryTimes) add(what string, quarter int, took time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.times[what] == nil {
		q.times[what] = &[quarters][]time.Duration{}
	}
	of := &q.times[what][min(max(quarter, 0), quarters-1)]
	*of = append(*of, took)
}

// String returns the median of each quarter.
func (q *queryTimes) String() string {
	var text strings.Builder
	text.WriteString("medians by quarter of the day:\n")
	for _, what := range slices.Sorted(maps.Keys(q.times)) {
		fmt.Fprintf(&text, "  %-42s", what)
		for _, times := range q.times[what] {
			slices.Sort(times)
			median := time.Duration(0)
			if len(times) > 0 {
				median = times[len(times)/2]
			}
			fmt.Fprintf(&text, " %10s (%d)", median.Round(10*time.Microsecond), len(times))
		}
		text.WriteString("\n")
	}
	return text.String()
}

// observe adds how long something took since it began.
func (d *day) observe(what string, began time.Time) {
	quarter := int(d.clock.now().Sub(d.clock.start) * quarters / (24 * time.Hour))
	d.times.add(what, quarter, time.Since(began))
}

// measureReads measures what users of the first organization read.
func (d *day) measureReads(quarter int) {
	d.t.Helper()
	sees := d.by.Sees()
	for range 20 {
		began := time.Now()
		_, err := d.db.Runs().List(d.t.Context(), run.Query{Sees: sees, Page: page.Request{Limit: 25, OrderBy: "id", Descending: true}})
		d.times.add("list 25 runs of an organization", quarter, time.Since(began))
		d.check(err)
		began = time.Now()
		_, err = d.db.Runs().Load(d.t.Context(), sees)
		d.times.add("count the active runs of an organization", quarter, time.Since(began))
		d.check(err)
	}
}

// timedLeases measures what workers ask.
type timedLeases struct {
	runner.Store

	day *day
}

func (s timedLeases) Claim(ctx context.Context, request run.ClaimRequest) ([]*run.ClaimedRun, error) {
	began := time.Now()
	claimed, err := s.Store.Claim(ctx, request)
	if len(claimed) == 0 {
		s.day.observe("claim, nothing to claim", began)
	} else {
		s.day.observe("claim of 1 to 8 runs", began)
	}
	return claimed, err
}

func (s timedLeases) SaveAndFinish(ctx context.Context, lease run.Lease, results []run.NodeResult, outcome run.Outcome) error {
	defer s.day.observe("end of a run of 10 nodes", time.Now())
	return s.Store.SaveAndFinish(ctx, lease, results, outcome)
}

// timedSchedules measures what schedulers ask.
type timedSchedules struct {
	scheduler.Store

	day *day
}

func (s timedSchedules) DueTimes(ctx context.Context) (schedule.DueTimes, error) {
	defer s.day.observe("next due times", time.Now())
	return s.Store.DueTimes(ctx)
}

// timedRuns measures the start of runs.
type timedRuns struct {
	scheduler.Runs

	day *day
}

func (s timedRuns) StartAll(ctx context.Context, organization ids.Organization, target ids.Environment, requests []run.StartRequest) []run.Started {
	defer s.day.observe("plan and store the runs of an environment", time.Now())
	return s.Runs.StartAll(ctx, organization, target, requests)
}
