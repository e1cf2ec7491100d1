package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// runsAtOnce is how many runs one query describes.
const runsAtOnce = 500

// Describe returns what lists and pages show about runs: a fixed number of queries for up to runsAtOnce runs, on one
// database snapshot.
func (s *Runs) Describe(ctx context.Context, organization ids.Organization, runs []run.Run) (map[ids.Run]run.Description, error) {
	described := make(map[ids.Run]run.Description, len(runs))
	for some := range slices.Chunk(runs, runsAtOnce) {
		d := newDescription(organization, some, described)
		if err := s.db.read(ctx, func(q querier) error { return d.read(ctx, q) }); err != nil {
			return nil, translate(err)
		}
	}
	return described, nil
}

// description describes some runs of one organization.
type description struct {
	organization ids.Organization
	runs         []run.Run
	described    map[ids.Run]run.Description
	summarized   map[ids.Run]bool // the runs whose stored summary was read
}

func newDescription(organization ids.Organization, runs []run.Run, described map[ids.Run]run.Description) *description {
	return &description{organization: organization, runs: runs, described: described, summarized: make(map[ids.Run]bool, len(runs))}
}

func (d *description) read(ctx context.Context, q querier) error {
	for _, part := range []func(context.Context, querier) error{
		d.starters, d.summaries, d.nodeCounts, d.firstErrors, d.usualDurations, d.repairs,
	} {
		if err := part(ctx, q); err != nil {
			return err
		}
	}
	return nil
}

// change changes the description of one run.
func (d *description) change(id ids.Run, change func(*run.Description)) {
	found := d.described[id]
	change(&found)
	d.described[id] = found
}

// wanted returns a condition on a column that selects the runs which fit, and its arguments after the organization. It
// returns false if none fits.
func (d *description) wanted(column string, fits func(*run.Run) bool) (string, []any, bool) {
	args := []any{d.organization}
	for i := range d.runs {
		if fits == nil || fits(&d.runs[i]) {
			args = append(args, d.runs[i].ID)
		}
	}
	return column + ` IN (` + placeholders(2, len(args)-1) + `)`, args, len(args) > 1
}

// starters adds who or what started the runs.
func (d *description) starters(ctx context.Context, q querier) error {
	condition, args, _ := d.wanted("n.id", nil)
	type row struct {
		id                                               ids.Run
		user, firstName, lastName, email, schedule, name string
	}
	rows, err := queryAll(ctx, q, func(scan scanner) (r row, err error) {
		return r, scan(&r.id, &r.user, &r.firstName, &r.lastName, &r.email, &r.schedule, &r.name)
	}, `SELECT n.id, n.started_by, coalesce(u.first_name, ''), coalesce(u.last_name, ''), coalesce(u.email, ''),
		coalesce(f.schedule_id, ''), coalesce(s.name, '')
		FROM runs n LEFT JOIN users u ON u.organization_id = n.organization_id AND u.id = n.started_by
		LEFT JOIN schedule_runs f ON f.organization_id = n.organization_id AND f.run_id = n.id
		LEFT JOIN schedules s ON s.organization_id = f.organization_id AND s.id = f.schedule_id
		WHERE n.organization_id = $1 AND `+condition, args...)
	for _, r := range rows {
		starter := run.Starter{Kind: run.StartedByServer}
		switch {
		case r.schedule != "":
			starter = run.Starter{Kind: run.StartedBySchedule, ID: r.schedule, Name: r.name}
		case r.user != "":
			name := cmp.Or(strings.TrimSpace(r.firstName+" "+r.lastName), r.email)
			starter = run.Starter{Kind: run.StartedByUser, ID: r.user, Name: name}
		}
		d.change(r.id, func(found *run.Description) { found.Starter = starter })
	}
	return err
}

// nodeCounts adds how many nodes are in each state. A node without a row has not been reached.
func (d *description) nodeCounts(ctx context.Context, q querier) error {
	condition, args, areSome := d.wanted("d.run_id", d.needsSummary)
	if !areSome {
		return nil
	}
	for i := range d.runs {
		if d.needsSummary(&d.runs[i]) {
			d.change(d.runs[i].ID, func(found *run.Description) { found.NodeCounts = map[run.NodeState]int{} })
		}
	}
	type row struct {
		id    ids.Run
		state run.NodeState
		nodes int
	}
	rows, err := queryAll(ctx, q, func(scan scanner) (r row, err error) { return r, scan(&r.id, &r.state, &r.nodes) },
		`SELECT d.run_id, d.state, count(*) FROM run_nodes d WHERE d.organization_id = $1 AND `+condition+` GROUP BY 1, 2`, args...)
	reached := make(map[ids.Run]int, len(d.runs))
	for _, r := range rows {
		d.described[r.id].NodeCounts[r.state] += r.nodes
		reached[r.id] += r.nodes
	}
	for i := range d.runs {
		r := &d.runs[i]
		if !d.needsSummary(r) {
			continue
		}
		state := run.NodeWaiting
		if r.Status.IsOver() {
			state = unfinishedState(r.Status)
		}
		d.described[r.ID].NodeCounts[state] += max(0, r.Nodes-reached[r.ID])
	}
	return err
}

// firstErrors adds the first failed node of each run or, if none failed, the first with failed tests.
func (d *description) firstErrors(ctx context.Context, q querier) error {
	condition, args, areSome := d.wanted("d.run_id", func(r *run.Run) bool {
		return d.needsSummary(r) && (r.Status == run.Failed || r.FailedTests > 0 || !r.Status.IsOver())
	})
	if !areSome {
		return nil
	}
	type row struct {
		run.NodeResult

		run ids.Run
	}
	rows, err := queryAll(ctx, q, func(scan scanner) (r row, err error) {
		r.NodeResult, err = scanNode(func(dest ...any) error { return scan(append([]any{&r.run}, dest...)...) })
		return r, err
	}, `SELECT d.run_id, `+nodeColumns+` FROM (SELECT d.run_id, `+nodeColumns+`, row_number() OVER (PARTITION BY d.run_id
			ORDER BY CASE d.state WHEN 'failed' THEN 0 ELSE 1 END, d.ended_at, d.node_id) AS position
		FROM run_nodes d WHERE d.organization_id = $1 AND `+condition+` AND (d.state = 'failed' OR d.failed_tests > 0)) d WHERE d.position = 1`, args...)
	for i := range rows {
		first := firstError(&rows[i].NodeResult)
		d.change(rows[i].run, func(found *run.Description) { found.FirstError = first })
	}
	return err
}

// firstError returns the error of a node in one line. The error of a test is at its stage.
func firstError(result *run.NodeResult) *run.NodeError {
	found := &run.NodeError{Node: result.Node, Name: result.Name, IsTest: result.State != run.NodeFailed}
	if result.Problem != nil && !found.IsTest {
		found.Message = oneLine(result.Problem.Message)
		return found
	}
	for i := range result.Queries {
		if result.Queries[i].Problem != nil {
			found.Message = oneLine(result.Queries[i].Problem.Message)
			return found
		}
	}
	return found
}

// maxErrorLine is how many bytes of an error a list shows.
const maxErrorLine = 500

// oneLine returns the first paragraph of a message without line breaks, limited in length. Engines put the statement
// into the next paragraph.
func oneLine(message string) string {
	paragraph, _, _ := strings.Cut(strings.TrimSpace(message), "\n\n")
	line := strings.Join(strings.Fields(paragraph), " ")
	if len(line) > maxErrorLine {
		line = strings.ToValidUTF8(line[:maxErrorLine], "") + "…"
	}
	return line
}

// recentRuns is how many completed runs of an environment are read to find those of the same work.
const recentRuns = 200

// usualDurations adds the median duration of the last completed refreshes of the same environment with the same job and
// selectors.
func (d *description) usualDurations(ctx context.Context, q querier) error {
	args := []any{d.organization}
	var parts []string
	for _, id := range d.environments() {
		args = append(args, id)
		parts = append(parts, fmt.Sprintf(`SELECT `+runColumns+` FROM (SELECT `+runColumns+` FROM runs n WHERE n.organization_id = $1
			AND n.environment_id = $%d AND n.type = 'refresh' AND n.status = 'completed' ORDER BY n.id DESC LIMIT %d) n`, len(args), recentRuns))
	}
	if len(parts) == 0 {
		return nil
	}
	recent, err := queryAll(ctx, q, scanRun, strings.Join(parts, " UNION ALL "), args...)
	if err != nil {
		return err
	}
	slices.SortFunc(recent, func(a, b run.Run) int { return cmp.Compare(b.ID, a.ID) })
	durations := map[work][]time.Duration{}
	for i := range recent {
		if same := workOf(&recent[i]); len(durations[same]) < run.UsualRuns {
			durations[same] = append(durations[same], recent[i].EndedAt.Sub(recent[i].StartedAt))
		}
	}
	for i := range d.runs {
		if usual := durations[workOf(&d.runs[i])]; d.runs[i].Type == run.Refresh && len(usual) > 0 {
			d.change(d.runs[i].ID, func(found *run.Description) { found.UsualDuration = median(usual) })
		}
	}
	return nil
}

// environments returns the environments and workspaces of the refreshes, each once.
func (d *description) environments() []ids.Environment {
	var all []ids.Environment
	for i := range d.runs {
		if d.runs[i].Type == run.Refresh {
			all = append(all, d.runs[i].Environment)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// work identifies what a refresh does, so that durations can be compared. The nodes of a rerun depend on the run that it
// repeats.
type work struct {
	environment           ids.Environment
	job, include, exclude string
	nodes                 int
	onlyChanged           bool
	createOnly            bool
}

func workOf(r *run.Run) work {
	return work{r.Environment, r.Details.Job, r.Details.Include, r.Details.Exclude, r.Nodes, r.Details.OnlyChanged, r.Details.CreateOnly}
}

func median(durations []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(durations))
	return sorted[len(sorted)/2]
}

// repairs adds to the failed runs whether a later run has repaired them.
func (d *description) repairs(ctx context.Context, q querier) error {
	condition, args, areSome := d.wanted("n.id", func(r *run.Run) bool { return r.Status == run.Failed })
	if !areSome {
		return nil
	}
	unresolved, err := queryAll(ctx, q, func(scan scanner) (id ids.Run, err error) { return id, scan(&id) },
		`SELECT n.id FROM runs n WHERE n.organization_id = $1 AND `+condition+` AND `+unresolvedRuns, args...)
	if err != nil {
		return err
	}
	for _, id := range unresolved {
		d.change(id, func(found *run.Description) { found.IsUnresolved = true })
	}
	type repair struct{ run, by ids.Run }
	repaired, err := queryAll(ctx, q, func(scan scanner) (r repair, err error) { return r, scan(&r.run, &r.by) },
		`SELECT n.id, max(b.run_id) FROM runs n
		JOIN run_nodes d ON d.organization_id = n.organization_id AND d.run_id = n.id AND d.state = 'failed'
		LEFT JOIN environment_builds b ON b.organization_id = n.organization_id AND b.environment_id = n.environment_id
			AND b.node_id = d.node_id AND b.outcome = 'built' AND b.run_id > n.id
		WHERE n.organization_id = $1 AND n.type = 'refresh' AND `+condition+` GROUP BY n.id HAVING count(*) = count(b.run_id)`, args...)
	for _, r := range repaired {
		d.change(r.run, func(found *run.Description) { found.ResolvedBy = r.by })
	}
	return err
}
