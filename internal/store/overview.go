package store

import (
	"context"
	"slices"
	"strconv"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/overview"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
)

// Overviews reads the figures of environments.
type Overviews struct{ db *DB }

// Overviews returns the store of figures.
func (db *DB) Overviews() *Overviews { return &Overviews{db} }

// Figures returns the figures of environments: six queries for up to environmentsAtOnce of them.
func (s *Overviews) Figures(
	ctx context.Context, organization ids.Organization, environments ...ids.Environment,
) (map[ids.Environment]overview.Figures, error) {
	found := make(figures, len(environments))
	for some := range slices.Chunk(environments, environmentsAtOnce) {
		wanted := environmentSet{organization: organization, args: []any{organization}, list: placeholders(2, len(some))}
		for _, id := range some {
			wanted.args = append(wanted.args, id)
		}
		err := s.db.read(ctx, func(q querier) error {
			for _, read := range []func(context.Context, querier, environmentSet) error{
				found.readBranches, found.readDeployments, found.readRuns, found.readLastRefreshes, found.readSchedules, found.readProgress,
			} {
				if err := read(ctx, q, wanted); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// environmentSet is the environments of a query: $1 is their organization, and list has the placeholders of their
// numbers.
type environmentSet struct {
	organization ids.Organization
	args         []any
	list         string
}

// figures are the figures of environments by their number.
type figures map[ids.Environment]overview.Figures

// change changes the figures of an environment.
func (f figures) change(id ids.Environment, change func(*overview.Figures)) {
	changed := f[id]
	change(&changed)
	f[id] = changed
}

// readBranches reads the branch of each environment's project, with its last commit.
func (f figures) readBranches(ctx context.Context, q querier, wanted environmentSet) error {
	args := append(slices.Clip(wanted.args), project.DefaultBranch)
	branch := `coalesce(nullif(p.git_branch, ''), $` + strconv.Itoa(len(args)) + `)`
	_, err := queryAll(ctx, q, func(scan scanner) (none struct{}, err error) {
		var id ids.Environment
		var name, head string
		if err := scan(&id, &name, &head); err != nil {
			return none, err
		}
		f.change(id, func(figures *overview.Figures) { figures.Branch, figures.Head = name, head })
		return none, nil
	}, `SELECT e.id, `+branch+`, coalesce(r.target, '') FROM environments e
		JOIN projects p ON p.organization_id = e.organization_id AND p.id = e.project_id
		LEFT JOIN git_refs r ON r.organization_id = p.organization_id AND r.project_id = p.id AND r.name = 'refs/heads/' || `+branch+`
		WHERE e.organization_id = $1 AND e.id IN (`+wanted.list+`)`, args...)
	return err
}

// readDeployments reads the current deployment of each environment, and the last one if it did not complete.
func (f figures) readDeployments(ctx context.Context, q querier, wanted environmentSet) error {
	_, err := queryAll(ctx, q, func(scan scanner) (none struct{}, err error) {
		var id ids.Environment
		var isCurrent bool
		var createdAt int64
		var d overview.Deployment
		by := &d.CreatedBy
		if err := scan(&id, &isCurrent, &d.Run, &createdAt, &d.Commit, &d.Message, &by.ID, &by.FirstName, &by.LastName); err != nil {
			return none, err
		}
		d.CreatedAt = fromMoment(createdAt)
		f.change(id, func(figures *overview.Figures) {
			if isCurrent {
				figures.Deployment = &d
			} else {
				figures.FailedDeployment = &d
			}
		})
		return none, nil
	}, `SELECT e.id, n.id = e.deployed_run, n.id, n.created_at, coalesce(p.commit_id, e.deployed_commit), coalesce(p.message, ''),
		coalesce(u.id, ''), coalesce(u.first_name, ''), coalesce(u.last_name, '')
		FROM environments e JOIN runs n ON n.organization_id = e.organization_id AND n.id IN (e.deployed_run,
			CASE WHEN e.status = 'Failed Deploy' OR e.deploy_failed AND e.status <> 'Deploying' THEN
				(SELECT d.id FROM runs d WHERE d.organization_id = e.organization_id AND d.environment_id = e.id AND d.type = 'deploy'
				ORDER BY d.id DESC LIMIT 1) ELSE 0 END)
		LEFT JOIN plans p ON p.organization_id = n.organization_id AND p.id = n.plan_id
		LEFT JOIN users u ON u.id = n.started_by
		WHERE e.organization_id = $1 AND e.id IN (`+wanted.list+`)`, wanted.args...)
	return err
}

const figureColumns = `n.environment_id, n.id, n.type, n.status, n.failed_tests, n.nodes, n.started_at, n.ended_at, n.failure_reason`

type environmentRun struct {
	environment ids.Environment
	run         overview.Run
}

func scanEnvironmentRun(scan scanner) (r environmentRun, err error) {
	var startedAt, endedAt int64
	err = scan(&r.environment, &r.run.ID, &r.run.Type, &r.run.Status, &r.run.FailedTests, &r.run.Nodes, &startedAt, &endedAt, &r.run.FailureReason)
	r.run.StartedAt, r.run.EndedAt = fromMoment(startedAt), fromMoment(endedAt)
	return r, err
}

// readRuns reads the last runs of each environment. The subquery finds the oldest of them in an index, so that the older
// ones are not read.
func (f figures) readRuns(ctx context.Context, q querier, wanted environmentSet) error {
	runs, err := queryAll(ctx, q, scanEnvironmentRun, `SELECT `+figureColumns+` FROM environments e
		JOIN runs n ON n.organization_id = e.organization_id AND n.environment_id = e.id AND n.id >= coalesce(
			(SELECT r.id FROM runs r WHERE r.organization_id = e.organization_id AND r.environment_id = e.id
			ORDER BY r.id DESC LIMIT 1 OFFSET `+strconv.Itoa(overview.MaxRuns-1)+`), 0)
		WHERE e.organization_id = $1 AND e.id IN (`+wanted.list+`) ORDER BY n.id DESC`, wanted.args...)
	for _, r := range runs {
		f.change(r.environment, func(figures *overview.Figures) { figures.Runs = append(figures.Runs, r.run) })
	}
	return err
}

// readLastRefreshes reads the last refresh of each environment that completed.
func (f figures) readLastRefreshes(ctx context.Context, q querier, wanted environmentSet) error {
	runs, err := queryAll(ctx, q, scanEnvironmentRun, `SELECT `+figureColumns+` FROM environments e
		JOIN runs n ON n.organization_id = e.organization_id AND n.id = (SELECT r.id FROM runs r
			WHERE r.organization_id = e.organization_id AND r.environment_id = e.id AND r.type = 'refresh' AND r.status = 'completed'
			ORDER BY r.id DESC LIMIT 1)
		WHERE e.organization_id = $1 AND e.id IN (`+wanted.list+`)`, wanted.args...)
	for _, r := range runs {
		f.change(r.environment, func(figures *overview.Figures) { figures.LastRefresh = &r.run })
	}
	return err
}

// readSchedules counts the schedules of each environment and finds the one that is due next.
func (f figures) readSchedules(ctx context.Context, q querier, wanted environmentSet) error {
	_, err := queryAll(ctx, q, func(scan scanner) (none struct{}, err error) {
		var id ids.Environment
		var next overview.NextRun
		var due int64
		if err := scan(&id, &next.Schedule, &next.Name, &due, &next.TimeZone); err != nil {
			return none, err
		}
		next.Due = fromMoment(due)
		f.change(id, func(figures *overview.Figures) {
			figures.Schedules++
			if due > 0 && (figures.Next == nil || next.Due.Before(figures.Next.Due)) {
				figures.Next = &next
			}
		})
		return none, nil
	}, `SELECT s.environment_id, s.id, s.name, CASE WHEN s.is_paused THEN 0 ELSE s.next_due END, s.time_zone FROM schedules s
		WHERE s.organization_id = $1 AND s.environment_id IN (`+wanted.list+`) ORDER BY s.id`, wanted.args...)
	return err
}

// readProgress counts the nodes that are over, of the runs that are not.
func (f figures) readProgress(ctx context.Context, q querier, wanted environmentSet) error {
	live := map[ids.Run]*overview.Run{}
	args := []any{wanted.organization}
	for _, figures := range f {
		for i := range figures.Runs {
			if r := &figures.Runs[i]; !r.Status.IsOver() && live[r.ID] == nil {
				live[r.ID] = r
				args = append(args, r.ID)
			}
		}
	}
	if len(live) == 0 {
		return nil
	}
	_, err := queryAll(ctx, q, func(scan scanner) (none struct{}, err error) {
		var id ids.Run
		var done int
		if err := scan(&id, &done); err != nil {
			return none, err
		}
		live[id].NodesDone = done
		return none, nil
	}, `SELECT run_id, count(*) FROM run_nodes WHERE organization_id = $1 AND run_id IN (`+placeholders(2, len(live))+`)
		AND state NOT IN ('`+string(run.NodeWaiting)+`', '`+string(run.NodeRunning)+`') GROUP BY run_id`, args...)
	return err
}
