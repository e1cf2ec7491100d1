package app

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/sample"
	"github.com/millrace/millrace/internal/workspace"
)

// maxSample limits how long a first start waits for the sample; its runs continue after that.
const maxSample = 20 * time.Second

// installSample writes the sample to its workspace, commits it, deploys the commit to the environments and refreshes
// them, as a user would.
func (a *App) installSample(ctx context.Context, setup project.Setup) error {
	ctx, cancel := context.WithTimeout(ctx, maxSample)
	defer cancel()
	files, err := sample.Files(sample.Options{Name: setup.Sample.Project.Name})
	if err != nil {
		return err
	}
	sees := account.Visibility{Organization: setup.Organization.ID, Everything: true}
	environments, err := a.state.db.Environments().List(ctx, project.EnvironmentQuery{Sees: sees, Project: setup.Sample.Project.ID, Page: page.Request{}})
	if err != nil {
		return err
	}
	commit, err := a.commitSample(ctx, setup, files)
	if err != nil {
		return err
	}
	for i := range environments.Items {
		wanted := deploy.PlanRequest{Environment: environments.Items[i].ID, Commit: commit}
		if err := a.Install(ctx, setup.Organization.ID, wanted); err != nil {
			return err
		}
	}
	return nil
}

// commitSample makes the sample the first commit of its project.
func (a *App) commitSample(ctx context.Context, setup project.Setup, files map[string][]byte) (string, error) {
	server := account.Actor{Organization: setup.Organization.ID, User: setup.Administrator.ID}
	workspaces, err := a.state.db.Workspaces().List(ctx, project.WorkspaceQuery{
		Sees: account.Visibility{Organization: setup.Organization.ID, Everything: true}, Project: setup.Sample.Project.ID,
	})
	if err != nil {
		return "", err
	}
	if len(workspaces.Items) == 0 {
		return "", project.WorkspaceNotFound("of the sample")
	}
	id := workspaces.Items[0].ID
	if _, err := a.services.workspaces.Apply(ctx, server, id, workspace.Edit{Put: files}); err != nil {
		return "", err
	}
	commit, err := a.services.repositories.Commit(ctx, server, id, "The sample project")
	return commit.OID, err
}

// Install deploys a project to an environment and refreshes its nodes. It returns when both have ended.
func (a *App) Install(ctx context.Context, organization ids.Organization, wanted deploy.PlanRequest) error {
	server := account.Actor{Organization: organization}
	planned, err := a.services.plans.Make(ctx, server, wanted)
	if err != nil {
		return err
	}
	made, err := a.services.plans.Deploy(ctx, server, deploy.DeployRequest{Plan: planned.ID})
	if err != nil {
		return err
	}
	if err := a.await(ctx, made); err != nil {
		return err
	}
	filled, err := a.services.runs.Start(ctx, server, run.StartRequest{Target: wanted.Environment})
	if err != nil {
		return err
	}
	return a.await(ctx, filled)
}

// pollInterval is how often await reads the status of a run.
const pollInterval = 5 * time.Millisecond

// await waits until a run has ended. It returns a fault if the run did not complete.
func (a *App) await(ctx context.Context, r run.Run) error {
	sees := account.Visibility{Organization: r.Organization, Everything: true}
	for {
		now, err := a.services.runs.Find(ctx, sees, r.ID)
		if err != nil {
			return err
		}
		if now.Status.IsOver() {
			return outcome(now)
		}
		if err := backoff.Sleep(ctx, pollInterval); err != nil {
			return err
		}
	}
}

func outcome(r run.Run) error {
	if r.Status == run.Completed {
		return nil
	}
	return fault.New(fault.Internal, "run %d is %s: %s", r.ID, r.Status, r.FailureReason).
		WithHint("millrace results %d shows what happened.", r.ID)
}
