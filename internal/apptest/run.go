package apptest

import (
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/transform"
)

// Deploy deploys a project to an environment in which nothing is deployed, and loads its nodes.
func (p *Platform) Deploy(organization, environment string, files map[string][]byte) {
	p.t.Helper()
	wanted := deploy.PlanRequest{Environment: p.environment(environment), Files: files}
	if err := p.running.Install(p.t.Context(), ids.Organization(organization), wanted); err != nil {
		p.t.Fatal(err)
	}
}

func (p *Platform) environment(id string) ids.Environment {
	p.t.Helper()
	number, ok := ids.ParseNumber[ids.Environment](id)
	if !ok {
		p.t.Fatalf("%q is not the id of an environment", id)
	}
	return number
}

// NewRun stores a run of one node with a status and returns its number. The run belongs to a data folder of no process,
// so that no worker claims it.
func (p *Platform) NewRun(organization, environment string, kind run.Type, status run.Status) string {
	p.t.Helper()
	server := account.Actor{Organization: ids.Organization(organization)}
	unusedFolder := string(ids.New[ids.Session]())
	node := plan.Node{ID: ids.New[transform.NodeID](), Name: "ORDERS", Location: "STAGE", Type: "Stage"}
	var stored run.Run
	p.InStore(func(db *store.DB) {
		var err error
		if stored, err = db.Runs().Insert(p.t.Context(), server, run.Draft{
			Environment: p.environment(environment), Type: kind, DataFolderID: unusedFolder, Plan: plan.Plan{Nodes: []plan.Node{node}},
			Details: run.Details{Parallelism: 16},
		}); err != nil {
			p.t.Fatal(err)
		}
		if status == run.WaitingToRun {
			return
		}
		claimed, err := statetest.ClaimOne(p.t.Context(), db, run.ClaimRequest{Owner: unusedFolder, DataFolderID: unusedFolder, Length: time.Hour})
		if err != nil || claimed == nil || claimed.Run.ID != stored.ID {
			p.t.Fatalf("claimed %+v, %v, want run %d", claimed, err, stored.ID)
		}
		if status == run.Running {
			return
		}
		if err := db.Leases().Finish(p.t.Context(), claimed.Lease, run.Outcome{Status: status}); err != nil {
			p.t.Fatal(err)
		}
	})
	return ids.FormatNumber(stored.ID)
}
