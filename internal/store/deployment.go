package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/run"
)

const deploymentColumns = `n.id, n.status, n.created_at, n.ended_at, n.started_by, p.commit_id, p.message, p.id, p.snapshot, p.parameters, p.counts,
	e.deployed_run = n.id`

const deploymentTables = `runs n JOIN environments e ON e.organization_id = n.organization_id AND e.id = n.environment_id
	JOIN plans p ON p.organization_id = n.organization_id AND p.id = n.plan_id`

func scanDeployment(scan scanner) (deploy.Deployment, error) {
	var d deploy.Deployment
	var createdAt, endedAt int64
	var counts []byte
	err := scan(&d.Run, &d.Status, &createdAt, &endedAt, &d.CreatedBy, &d.Origin.Commit, &d.Origin.Message, &d.Plan, &d.Snapshot, &d.Parameters,
		&counts, &d.IsCurrent)
	if err != nil {
		return d, err
	}
	d.CreatedAt, d.EndedAt = fromMoment(createdAt), fromMoment(endedAt)
	return d, json.Unmarshal(counts, &d.Counts)
}

// ListDeployments returns a page of the deployments of an environment.
func (s *Plans) ListDeployments(ctx context.Context, query deploy.Query) (page.Result[deploy.Deployment], error) {
	return fetch(ctx, s.db, list{
		columns: deploymentColumns,
		from:    deploymentTables + ` WHERE n.organization_id = $1 AND n.environment_id = $2 AND n.type = 'deploy'`,
		args:    []any{query.Organization, query.Environment},
		id:      column{sql: "n.id", number: true},
		fields:  deploy.DeploymentOrder,
		order:   map[string]column{"runID": {sql: "n.id", number: true}},
	}, query.Page, scanDeployment)
}

// FindDeployment returns a deployment of an environment.
func (s *Plans) FindDeployment(
	ctx context.Context, organization ids.Organization, environment ids.Environment, id ids.Run,
) (deploy.Deployment, error) {
	row := s.db.reader.QueryRowContext(ctx, `SELECT `+deploymentColumns+` FROM `+deploymentTables+`
		WHERE n.organization_id = $1 AND n.environment_id = $2 AND n.id = $3 AND n.type = 'deploy'`, organization, environment, id)
	found, err := scanDeployment(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return found, fault.New(fault.NotFound, "deployment %d was not found in environment %d", id, environment).
			WithHint("GET /api/v1/environments/%d/deployments lists what was deployed.", environment)
	}
	return found, translate(err)
}

// admitDeploy checks that its environment, which is locked, accepts a deploy plan in its current state.
func (t *tx) admitDeploy(ctx context.Context, organization ids.Organization, draft run.Draft) error {
	if draft.Type != run.Deploy {
		return nil
	}
	var live ids.Run
	err := t.QueryRowContext(ctx, `SELECT n.id FROM runs n WHERE n.organization_id = $1 AND n.environment_id = $2 AND n.type = 'deploy' AND `+liveRuns,
		organization, draft.Environment).Scan(&live)
	if err == nil {
		return fault.New(fault.Conflict, "run %d is deploying to environment %d", live, draft.Environment).
			WithHint("Wait until it ends, then make a new plan.")
	}
	if !errors.Is(err, sql.ErrNoRows) || draft.Details.Plan == "" {
		return missingRow(err, nil)
	}
	return t.admitPlan(ctx, organization, draft)
}

func (t *tx) admitPlan(ctx context.Context, organization ids.Organization, draft run.Draft) error {
	row := t.QueryRowContext(ctx, `SELECT `+planColumns+` FROM `+planTables+` WHERE p.organization_id = $1 AND p.id = $2`, organization, draft.Details.Plan)
	p, err := scanPlan(row.Scan)
	if err != nil {
		return missingRow(err, deploy.PlanNotFound(draft.Details.Plan))
	}
	var version int64
	err = t.QueryRowContext(ctx, `SELECT version FROM environments WHERE organization_id = $1 AND id = $2`, organization, draft.Environment).Scan(&version)
	switch {
	case err != nil:
		return err
	case p.Run != draft.RerunOf:
		return t.deployedPlan(ctx, p, draft.RerunOf)
	case p.Version != version && draft.RerunOf != 0:
		return fault.New(fault.Conflict, "environment %d has changed since run %d ended", draft.Environment, draft.RerunOf).
			WithHint("Make a new plan: it starts from the current state, and contains what the run did not do.")
	case p.Version != version:
		return fault.New(fault.Conflict, "environment %d has changed since plan %s was made", draft.Environment, p.ID).WithHint("Make a new plan.")
	}
	return nil
}

// deployedPlan returns the fault for a plan that was last deployed by another run than the one to be resumed.
func (t *tx) deployedPlan(ctx context.Context, p deploy.Plan, resumed ids.Run) error {
	var status run.Status
	err := t.QueryRowContext(ctx, `SELECT status FROM runs WHERE organization_id = $1 AND id = $2`, p.Organization, p.Run).Scan(&status)
	if err != nil {
		return err
	}
	refusal := fault.New(fault.Conflict, "plan %s was deployed by run %d", p.ID, p.Run)
	if resumed != 0 {
		refusal = fault.New(fault.Conflict, "run %d cannot be resumed: its plan was deployed by run %d after it", resumed, p.Run)
	}
	if status == run.Completed {
		return refusal.WithHint("The plan is complete. Make a new plan to change something.")
	}
	return refusal.WithHint("That run is %s: resume run %d, or make a new plan.", status, p.Run)
}

// bindPlan records the run that deploys a plan.
func (t *tx) bindPlan(ctx context.Context, r run.Run) error {
	if r.Details.Plan == "" {
		return nil
	}
	missing, err := affectedNone(t.ExecContext(ctx, `UPDATE plans SET run_id = $1 WHERE organization_id = $2 AND id = $3 AND run_id = $4`,
		r.ID, r.Organization, r.Details.Plan, r.RerunOf))
	if missing { // another request has just discarded or deployed it
		return fault.New(fault.Conflict, "plan %s can no longer be deployed: another request discarded or deployed it", r.Details.Plan).WithHint("Make a new plan.")
	}
	return err
}

// missingRow returns missing if err says that a row does not exist, and err otherwise.
func missingRow(err, missing error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return missing
	}
	return err
}
