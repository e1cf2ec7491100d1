package store

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

// Plans stores plans and the deployed states.
type Plans struct{ db *DB }

// Plans returns the store of plans.
func (db *DB) Plans() *Plans { return &Plans{db} }

const planColumns = `p.organization_id, p.id, p.environment_id, p.version, p.snapshot, p.commit_id, p.message, p.deployed_commit, p.parameters,
	p.changes_parameters, p.counts, p.is_destructive, p.connection_id, p.home, p.run_id, p.created_by, p.created_at, e.version`

const planTables = `plans p JOIN environments e ON e.organization_id = p.organization_id AND e.id = p.environment_id`

// scanPlan reads a plan without its result, which comes last where the caller selects it. The column home is the data
// folder id.
func scanPlan(scan scanner, result ...any) (deploy.Plan, error) {
	var p deploy.Plan
	var counts, parameters []byte
	var createdAt, version int64
	err := scan(append([]any{
		&p.Organization, &p.ID, &p.Environment, &p.Version, &p.Snapshot, &p.Origin.Commit, &p.Origin.Message, &p.DeployedCommit, &parameters,
		&p.ChangesParameters, &counts, &p.IsDestructive, &p.Connection, &p.DataFolderID, &p.Run, &p.CreatedBy, &createdAt, &version,
	}, result...)...)
	if err != nil {
		return p, err
	}
	p.CreatedAt, p.Parameters = fromMoment(createdAt), parameters
	switch {
	case p.Run != 0:
		p.Status = deploy.Deployed
	case p.Version != version:
		p.Status = deploy.Stale
	default:
		p.Status = deploy.Open
	}
	return p, json.Unmarshal(counts, &p.Counts)
}

// SavePlan stores a plan with the states that its steps lead to.
func (s *Plans) SavePlan(ctx context.Context, by account.Actor, p deploy.Plan) error {
	result, err := packResult(p.Result)
	if err != nil {
		return err
	}
	counts, err := json.Marshal(p.Counts)
	if err != nil {
		return err
	}
	states, err := packStates(p)
	if err != nil {
		return err
	}
	return s.db.write(ctx, by, audit.On(audit.Create, audit.Plan, string(p.ID)).In("", p.Environment), func(t *tx) error {
		t.auditChanges(nil, planFields(p))
		if err := t.auditTarget(ctx, p.Organization, p.Environment); err != nil {
			return err
		}
		_, err := t.ExecContext(ctx, `INSERT INTO plans (organization_id, id, environment_id, version, snapshot, commit_id, message,
			deployed_commit, parameters, changes_parameters, counts, is_destructive, connection_id, home, created_by, created_at, result)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
			p.Organization, p.ID, p.Environment, p.Version, p.Snapshot, p.Origin.Commit, p.Origin.Message,
			p.DeployedCommit, string(p.Parameters), p.ChangesParameters, string(counts), p.IsDestructive, p.Connection, p.DataFolderID,
			p.CreatedBy, moment(p.CreatedAt), result)
		if isDangling(err) {
			return project.EnvironmentNotFound(ids.FormatNumber(p.Environment))
		}
		if err != nil {
			return err
		}
		return t.insertStates(ctx, states)
	})
}

// FindPlan returns a plan with its result.
func (s *Plans) FindPlan(ctx context.Context, organization ids.Organization, id deploy.PlanID) (deploy.Plan, error) {
	row := s.db.reader.QueryRowContext(ctx, `SELECT `+planColumns+`, p.result FROM `+planTables+` WHERE p.organization_id = $1 AND p.id = $2`,
		organization, id)
	var result []byte
	p, err := scanPlan(row.Scan, &result)
	if errors.Is(err, sql.ErrNoRows) {
		return p, deploy.PlanNotFound(string(id))
	}
	if err != nil {
		return p, translate(err)
	}
	p.Result, err = unpackResult(result)
	return p, err
}

// PlanEnvironment returns the environment of a plan.
func (s *Plans) PlanEnvironment(ctx context.Context, organization ids.Organization, id deploy.PlanID) (ids.Environment, error) {
	var environment ids.Environment
	err := s.db.reader.QueryRowContext(ctx, `SELECT environment_id FROM plans WHERE organization_id = $1 AND id = $2`, organization, id).Scan(&environment)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, deploy.PlanNotFound(string(id))
	}
	return environment, translate(err)
}

// ListPlans returns plans without their results.
func (s *Plans) ListPlans(ctx context.Context, query deploy.Query) (page.Result[deploy.Plan], error) {
	return fetch(ctx, s.db, list{
		columns: planColumns,
		from:    planTables + ` WHERE p.organization_id = $1 AND p.environment_id = $2`,
		args:    []any{query.Organization, query.Environment},
		id:      column{sql: "p.id"},
		fields:  deploy.PlanOrder,
		order:   map[string]column{"createdAt": {sql: "p.created_at", number: true}, "id": {sql: "p.id"}},
	}, query.Page, func(scan scanner) (deploy.Plan, error) { return scanPlan(scan) })
}

// DiscardPlan deletes a plan that was not deployed.
func (s *Plans) DiscardPlan(ctx context.Context, by account.Actor, id deploy.PlanID) error {
	return s.db.write(ctx, by, audit.On(audit.Delete, audit.Plan, string(id)), func(t *tx) error {
		var deployedBy ids.Run
		var environment ids.Environment
		err := t.QueryRowContext(ctx, `SELECT run_id, environment_id FROM plans WHERE organization_id = $1 AND id = $2`+t.dialect.forUpdate, by.Organization, id).
			Scan(&deployedBy, &environment)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return deploy.PlanNotFound(string(id))
		case err != nil:
			return err
		case deployedBy != 0:
			return fault.New(fault.Conflict, "plan %s was deployed by run %d", id, deployedBy).
				WithHint("A deployed plan is part of the history and cannot be discarded.")
		}
		if err := t.auditTarget(ctx, by.Organization, environment); err != nil {
			return err
		}
		_, err = t.ExecContext(ctx, `DELETE FROM plans WHERE organization_id = $1 AND id = $2`, by.Organization, id)
		return err
	})
}

// maxResultBytes limits the uncompressed size of a stored result.
const maxResultBytes = 1 << 30

func packResult(result *difference.Result) ([]byte, error) {
	var out bytes.Buffer
	zipped, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(json.NewEncoder(zipped).Encode(result), zipped.Close()); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func unpackResult(stored []byte) (*difference.Result, error) {
	zipped, err := gzip.NewReader(bytes.NewReader(stored))
	if err != nil {
		return nil, err
	}
	result := new(difference.Result)
	return result, json.NewDecoder(io.LimitReader(zipped, maxResultBytes)).Decode(result)
}
