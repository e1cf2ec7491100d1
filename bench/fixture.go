package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/runner"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/transform"
)

// fixture is a state database with one environment. A runner is all that works on it.
type fixture struct {
	db          *store.DB
	by          account.Actor
	environment ids.Environment
	project     ids.Project
}

// newFixture sets an empty state database up.
func newFixture(ctx context.Context, db *store.DB) (fixture, error) {
	if err := db.Setups().BindKey(ctx, "bench"); err != nil {
		return fixture{}, err
	}
	return addFixture(ctx, db, "Bench")
}

// addFixture adds an organization with an environment to a state database.
func addFixture(ctx context.Context, db *store.DB, name string) (fixture, error) {
	now := time.Now()
	organization, err := account.NewOrganization(name, now)
	if err != nil {
		return fixture{}, err
	}
	administrator := account.User{
		ID: ids.New[ids.User](), Organization: organization.ID, Email: adminEmail, Role: account.OrganizationAdministrator,
		Status: account.UserActive, CreatedAt: now,
	}
	setup, err := project.NewSetup(organization, administrator, now).WithSample([]string{"STG"}, now)
	if err != nil {
		return fixture{}, err
	}
	if err := db.Setups().Add(ctx, setup); err != nil {
		return fixture{}, err
	}
	sees := account.Visibility{Organization: organization.ID, Everything: true}
	all, err := db.Environments().List(ctx, project.EnvironmentQuery{Sees: sees})
	if err != nil {
		return fixture{}, err
	}
	if len(all.Items) == 0 {
		return fixture{}, errors.New("the new organization has no environment")
	}
	by := account.Actor{Organization: organization.ID, User: administrator.ID}
	return fixture{db: db, by: by, environment: all.Items[0].ID, project: all.Items[0].Project}, nil
}

// addEnvironment adds another environment.
func (y fixture) addEnvironment(ctx context.Context, name string) (ids.Environment, error) {
	created, err := y.db.Environments().Create(ctx, y.by, project.Environment{Project: y.project, Name: name, Status: project.Waiting, CreatedAt: time.Now()})
	return created.ID, err
}

// work lets a runner execute several runs at once and counts what it writes.
func (y fixture) work(ctx context.Context, round int) (*countingStore, error) {
	var runs []run.Run
	for i := range busyRuns {
		stored, err := y.db.Runs().Insert(ctx, y.by, run.Draft{
			Environment: y.environment, Type: run.Refresh, Plan: flatPlan(round*busyRuns + i),
			Details: run.Details{Parallelism: 64},
		})
		if err != nil {
			return nil, err
		}
		runs = append(runs, stored)
	}
	counted := &countingStore{Store: y.db.Leases()}
	working := runner.New(runner.Options{
		Store: counted, Owner: fmt.Sprintf("bench %d", round),
		Engine: func(context.Context, project.EngineUse) (engine.Engine, func(), error) {
			return newNoopEngine(), func() {}, nil
		},
	})
	ctx, stop := context.WithCancel(ctx)
	done := make(chan error, 1)
	began := time.Now()
	go func() { done <- working.Run(ctx) }()
	err := y.await(ctx, runs)
	counted.took = time.Since(began)
	stop()
	return counted, errors.Join(err, <-done)
}

// await waits until the runs are completed. It returns an error if one of them ends otherwise.
func (y fixture) await(ctx context.Context, runs []run.Run) error {
	sees := account.Visibility{Organization: y.by.Organization, Everything: true}
	began := time.Now()
	for _, wanted := range runs {
		for {
			now, err := y.db.Runs().Find(ctx, sees, wanted.ID)
			if err != nil {
				return err
			}
			if now.Status == run.Completed {
				break
			}
			if now.Status.IsOver() {
				return fmt.Errorf("run %d is %s: %s", now.ID, now.Status, now.FailureReason)
			}
			waitBeforePoll(began)
		}
	}
	return nil
}

// flatPlan returns a plan whose nodes have no dependencies and are in no other plan.
func flatPlan(number int) plan.Plan {
	p := plan.Plan{Nodes: make([]plan.Node, nodesOfARun)}
	for i := range p.Nodes {
		name := fmt.Sprintf("T%04d", i)
		p.Nodes[i] = plan.Node{
			ID: transform.NodeID(identity(number*nodesOfARun + i)), Name: name, Location: "STG", Type: "Stage",
			Schema: engine.Schema{Database: "bench", Name: "STG"},
			Stages: []plan.Stage{
				{Name: "Empty table", Kind: plan.SQL, SQL: `DELETE FROM "bench"."STG"."` + name + `"`},
				{Name: "Insert rows", Kind: plan.SQL, SQL: `INSERT INTO "bench"."STG"."` + name + `" SELECT 1`},
			},
		}
	}
	return p
}

// waitBeforePoll waits before the next query of a run's state, for one percent of the time since the wait began.
func waitBeforePoll(began time.Time) { time.Sleep(max(2*time.Millisecond, time.Since(began)/100)) }
