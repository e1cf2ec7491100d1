package scale_test

import (
	"fmt"
	"strings"
	"time"
)

func (d *day) report(what, text string) {
	d.t.Helper()
	d.t.Logf("%s: %s", what, text)
}

// percentiles returns p50, p99 and the maximum of an expression in milliseconds of the day's clock, as real times.
func (d *day) percentiles(expression, from string) string {
	d.t.Helper()
	var p50, p99, most float64
	d.check(d.raw.QueryRowContext(d.t.Context(), `SELECT coalesce(percentile_disc(0.5) WITHIN GROUP (ORDER BY v), 0), coalesce(percentile_disc(0.99) WITHIN GROUP (ORDER BY v), 0),
		coalesce(max(v), 0) FROM (SELECT `+expression+` AS v FROM `+from+`) AS t`).Scan(&p50, &p99, &most))
	text := func(milliseconds float64) string {
		return d.clock.real(time.Duration(milliseconds * float64(time.Millisecond))).Round(time.Millisecond).String()
	}
	return fmt.Sprintf("p50 %s, p99 %s, max %s", text(p50), text(p99), text(most))
}

// reportWaits logs how late schedules fired, how long runs waited for a worker, and how long they took, by quarter of the day.
func (d *day) reportWaits() {
	d.t.Helper()
	d.t.Logf("the clock runs %.0f times as fast; times are real", d.clock.factor)
	quarter := (24 * time.Hour / quarters).Milliseconds()
	for i := range int64(quarters) {
		from := dayStart().UnixMilli() + i*quarter
		within := fmt.Sprintf("BETWEEN %d AND %d", from, from+quarter-1)
		d.t.Logf("quarter %d: runs stored after their due time: %s; waited for a worker: %s; executed in: %s", i+1,
			d.percentiles("started_at - due_at", "schedule_firings WHERE due_at "+within),
			d.percentiles("started_at - created_at", "runs WHERE created_at "+within),
			d.percentiles("ended_at - started_at", "runs WHERE created_at "+within))
	}
	took := time.Since(d.clock.began)
	d.t.Logf("%d runs and %d nodes in %s: %.0f runs and %.0f nodes per second", d.size.schedules(), d.size.schedules()*nodesOfARun, took.Round(time.Second),
		float64(d.size.schedules())/took.Seconds(), float64(d.size.schedules()*nodesOfARun)/took.Seconds())
}

// tableSizes returns the largest tables with their rows and their bytes, indexes included.
func (d *deployment) tableSizes() string {
	d.t.Helper()
	d.exec(`ANALYZE`)
	rows, err := d.raw.QueryContext(d.t.Context(), `SELECT c.relname, greatest(c.reltuples, 0)::bigint, pg_total_relation_size(c.oid) FROM pg_class c
		JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND c.relkind = 'r' ORDER BY 3 DESC LIMIT 9`)
	d.check(err)
	defer rows.Close()
	var list []string
	for rows.Next() {
		var name string
		var count, bytes int64
		d.check(rows.Scan(&name, &count, &bytes))
		list = append(list, fmt.Sprintf("%s %d rows %.1f MB", name, count, float64(bytes)/(1<<20)))
	}
	d.check(rows.Err())
	return strings.Join(list, "; ")
}
