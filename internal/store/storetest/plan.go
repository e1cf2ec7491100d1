package storetest

import (
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

func planCases() cases {
	return cases{
		"a stored plan is returned unchanged":                               planComesBack,
		"a plan of another organization is not found":                       planOfOthers,
		"a plan is discarded unless it was deployed":                        planDiscarded,
		"a deploy stores the states of its steps":                           deployMakesTrue,
		"a failed deploy keeps the completed steps":                         deployKeepsDone,
		"the last state that a node reached counts":                         lastStateCounts,
		"a plan is stale after a relevant change":                           planGoesStale,
		"a plan is deployed once and can be resumed":                        planOnce,
		"one of many concurrent deploys is accepted":                        deployAtOnce,
		"a deploy that never started changes nothing":                       deployNeverBegan,
		"an abandoned deploy leaves its running steps in doubt":             abandonedDeploy,
		"a deploy whose environment changed while it waited does not start": deployWaitedTooLong,
		"deployments are listed as history":                                 deploymentsAreHistory,
		"objects of other environments are found by schema":                 foreignObjects,
	}
}

func state(id transform.NodeID, name string) *difference.State {
	return &difference.State{ID: id, Name: name, Location: "STG", Kind: difference.Table, Columns: []difference.StateColumn{{ID: "c", Name: "C", Type: "TEXT"}}}
}

// planOf returns a plan of an environment whose steps are the nodes that its states name.
func (o *tenant) planOf(t *testing.T, environment ids.Environment, states ...difference.NewState) deploy.Plan {
	t.Helper()
	now, err := o.db.Plans().State(t.Context(), o.Organization.ID, environment)
	ok(t, err)
	var steps plan.Plan
	for _, s := range states {
		if s.Step != "" && !slices.Contains(steps.IDs(), transform.NodeID(s.Step)) {
			steps.Nodes = append(steps.Nodes, plan.Node{ID: transform.NodeID(s.Step), Name: s.Step, Location: "STG", Type: "Stage"})
		}
	}
	return deploy.Plan{
		Organization: o.Organization.ID, ID: ids.New[deploy.PlanID](), Environment: environment, Version: now.Version, Status: deploy.Open,
		CreatedAt: noon(), CreatedBy: o.admin.ID, Origin: deploy.Origin{Commit: "c0ffee", Message: "The first"}, Snapshot: "snapshot",
		Parameters: []byte(`{"day": 1}`), ChangesParameters: true, Counts: deploy.Counts{Added: len(states)}, IsDestructive: true,
		DataFolderID: string(o.Organization.ID),
		Result:       &difference.Result{Plan: steps, States: states},
	}
}

func (o *tenant) savePlan(t *testing.T, p deploy.Plan) deploy.Plan {
	t.Helper()
	ok(t, o.db.Plans().SavePlan(t.Context(), o.admin.actor, p))
	return p
}

// deployDraft returns the run of a plan.
func deployDraft(p deploy.Plan, resumes ids.Run) run.Draft {
	return run.Draft{
		Environment: p.Environment, Type: run.Deploy, Plan: p.Result.Plan, Snapshot: p.Snapshot, DataFolderID: p.DataFolderID, RerunOf: resumes,
		Details: run.Details{Parallelism: 1, Plan: string(p.ID), Commit: p.Origin.Commit},
	}
}

// deploy executes a plan: the named steps complete, and the run ends in the status.
func (o *tenant) deploy(t *testing.T, p deploy.Plan, status run.Status, done ...transform.NodeID) ids.Run {
	t.Helper()
	return o.execute(t, deployDraft(p, 0), status, done...)
}

func (o *tenant) execute(t *testing.T, draft run.Draft, status run.Status, done ...transform.NodeID) ids.Run {
	t.Helper()
	started, err := o.db.Runs().Insert(t.Context(), o.admin.actor, draft)
	ok(t, err)
	claimed := o.claimRun(t, started.ID)
	for _, id := range done {
		o.save(t, claimed, result(id, run.NodeComplete))
	}
	o.finish(t, claimed, status)
	return started.ID
}

func (o *tenant) deployedNodes(t *testing.T, environment ids.Environment) map[transform.NodeID]difference.State {
	t.Helper()
	found, err := o.db.Plans().State(t.Context(), o.Organization.ID, environment)
	ok(t, err)
	return found.Nodes
}

func planComesBack(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	want := o.savePlan(t, o.planOf(t, env.ID, difference.NewState{Node: "a", State: state("a", "A"), Step: "a"}))
	found, err := o.db.Plans().FindPlan(t.Context(), o.Organization.ID, want.ID)
	ok(t, err)
	equal(t, found, want)
	listed, err := o.db.Plans().ListPlans(t.Context(), deploy.Query{Organization: o.Organization.ID, Environment: env.ID})
	ok(t, err)
	want.Result = nil
	equal(t, listed.Items, []deploy.Plan{want})
	environment, err := o.db.Plans().PlanEnvironment(t.Context(), o.Organization.ID, want.ID)
	ok(t, err)
	equal(t, environment, env.ID)
}

func planOfOthers(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	p := o.savePlan(t, o.planOf(t, o.environment(t, o.project(t).ID).ID))
	_, err := o.db.Plans().FindPlan(t.Context(), other.Organization.ID, p.ID)
	refused(t, err, fault.NotFound)
	_, err = o.db.Plans().PlanEnvironment(t.Context(), other.Organization.ID, p.ID)
	refused(t, err, fault.NotFound)
	refused(t, o.db.Plans().DiscardPlan(t.Context(), other.admin.actor, p.ID), fault.NotFound)
	_, err = o.db.Runs().Insert(t.Context(), other.admin.actor, deployDraft(p, 0))
	refused(t, err, fault.NotFound)
	_, err = o.db.Plans().State(t.Context(), other.Organization.ID, p.Environment)
	if err == nil { // the other organization may have an environment with this number
		equal(t, other.deployedNodes(t, p.Environment), nil)
	}
}

func planDiscarded(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	open := o.savePlan(t, o.planOf(t, env.ID, difference.NewState{Node: "a", State: state("a", "A"), Step: "a"}))
	done := o.savePlan(t, o.planOf(t, env.ID))
	o.deploy(t, done, run.Completed)
	ok(t, o.db.Plans().DiscardPlan(t.Context(), o.admin.actor, open.ID))
	_, err := o.db.Plans().FindPlan(t.Context(), o.Organization.ID, open.ID)
	refused(t, err, fault.NotFound)
	refused(t, o.db.Plans().DiscardPlan(t.Context(), o.admin.actor, done.ID), fault.Conflict, "was deployed")
	found, err := o.db.Plans().FindPlan(t.Context(), o.Organization.ID, done.ID)
	ok(t, err)
	equal(t, found.Status, deploy.Deployed)
}

func deployMakesTrue(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	first := o.savePlan(t, o.planOf(t, env.ID,
		difference.NewState{Node: "a", State: state("a", "A"), Step: "a"},
		difference.NewState{Node: "b", State: state("b", "B"), Step: "b"},
		difference.NewState{Node: "c", State: state("c", "C")}))
	id := o.deploy(t, first, run.Completed, "a", "b")
	equal(t, o.deployedNodes(t, env.ID), map[transform.NodeID]difference.State{"a": *state("a", "A"), "b": *state("b", "B"), "c": *state("c", "C")})
	second := o.savePlan(t, o.planOf(t, env.ID, difference.NewState{Node: "b", Step: "b"}, difference.NewState{Node: "a", State: state("a", "AA"), Step: "a"}))
	o.deploy(t, second, run.Completed, "a", "b")
	equal(t, o.deployedNodes(t, env.ID), map[transform.NodeID]difference.State{"a": *state("a", "AA"), "c": *state("c", "C")})
	found, err := o.db.Environments().Find(t.Context(), o.Organization.ID, env.ID)
	ok(t, err)
	equal(t, found.Status, project.Waiting)
	equal(t, found.DeployedCommit, "c0ffee")
	equal(t, string(found.Settings.Parameters), `{"day": 1}`)
	equal(t, id > 0, true)
}

func deployKeepsDone(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	p := o.savePlan(t, o.planOf(t, env.ID,
		difference.NewState{Node: "a", State: state("a", "A"), Step: "a"},
		difference.NewState{Node: "b", State: state("b", "B"), Step: "b"},
		difference.NewState{Node: "c", State: state("c", "C")}))
	failed := o.deploy(t, p, run.Failed, "a")
	equal(t, o.deployedNodes(t, env.ID), map[transform.NodeID]difference.State{"a": *state("a", "A")})
	o.wantStatus(t, env.ID, project.FailedDeploy)
	rest := deployDraft(p, failed)
	rest.Plan.Nodes = rest.Plan.Nodes[1:]
	o.execute(t, rest, run.Completed, "b")
	equal(t, o.deployedNodes(t, env.ID), map[transform.NodeID]difference.State{"a": *state("a", "A"), "b": *state("b", "B"), "c": *state("c", "C")})
	o.wantStatus(t, env.ID, project.Waiting)
}

func (o *tenant) wantStatus(t *testing.T, environment ids.Environment, want project.Status) {
	t.Helper()
	found, err := o.db.Environments().Find(t.Context(), o.Organization.ID, environment)
	ok(t, err)
	equal(t, found.Status, want)
}

func lastStateCounts(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	states := []difference.NewState{
		{Node: "a", State: state("a", "BETWEEN"), Step: "a/drop"},
		{Node: "a", State: state("a", "LAST"), Step: "a"},
		{Node: "b", State: state("b", "BETWEEN"), Step: "b/drop"},
		{Node: "b", Step: "b"},
	}
	p := o.savePlan(t, o.planOf(t, env.ID, states...))
	failed := o.deploy(t, p, run.Failed, "a/drop", "b/drop")
	equal(t, o.deployedNodes(t, env.ID), map[transform.NodeID]difference.State{"a": *state("a", "BETWEEN"), "b": *state("b", "BETWEEN")})
	o.execute(t, deployDraft(p, failed), run.Completed, "a", "b")
	equal(t, o.deployedNodes(t, env.ID), map[transform.NodeID]difference.State{"a": *state("a", "LAST")})
}

func planGoesStale(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	for name, move := range map[string]func(*testing.T, project.Environment){
		"mappings": func(t *testing.T, e project.Environment) {
			t.Helper()
			o.changeEnvironment(t, e.ID, func(s *project.EnvironmentSettings) {
				s.Mappings = map[string]project.Mapping{"STG": {Schema: "other"}}
			})
		},
		"parameters": func(t *testing.T, e project.Environment) {
			t.Helper()
			o.changeEnvironment(t, e.ID, func(s *project.EnvironmentSettings) { s.Parameters = []byte(`{"day": 2}`) })
		},
		"connection": func(t *testing.T, e project.Environment) {
			t.Helper()
			other := o.connection(t).ID
			o.changeEnvironment(t, e.ID, func(s *project.EnvironmentSettings) { s.Connection = other })
		},
		"another deploy": func(t *testing.T, e project.Environment) {
			t.Helper()
			o.deploy(t, o.savePlan(t, o.planOf(t, e.ID)), run.Completed)
		},
	} {
		env := o.environment(t, o.project(t).ID)
		p := o.savePlan(t, o.planOf(t, env.ID))
		move(t, env)
		found, err := o.db.Plans().FindPlan(t.Context(), o.Organization.ID, p.ID)
		ok(t, err)
		if found.Status != deploy.Stale {
			t.Errorf("after %s the plan is %s", name, found.Status)
		}
		_, err = o.db.Runs().Insert(t.Context(), o.admin.actor, deployDraft(p, 0))
		refused(t, err, fault.Conflict, "has changed since")
	}
	env := o.environment(t, o.project(t).ID)
	p := o.savePlan(t, o.planOf(t, env.ID))
	o.changeEnvironment(t, env.ID, func(s *project.EnvironmentSettings) { s.Description = "another text" })
	o.deploy(t, p, run.Completed)
}

func (o *tenant) changeEnvironment(t *testing.T, id ids.Environment, change func(*project.EnvironmentSettings)) {
	t.Helper()
	_, err := o.db.Environments().Change(t.Context(), o.admin.actor, id, func(e *project.Environment) error {
		change(&e.Settings)
		return nil
	})
	ok(t, err)
}

func planOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	p := o.savePlan(t, o.planOf(t, env.ID, difference.NewState{Node: "a", State: state("a", "A"), Step: "a"}))
	failed := o.deploy(t, p, run.Failed)
	_, err := o.db.Runs().Insert(t.Context(), o.admin.actor, deployDraft(p, 0))
	refused(t, err, fault.Conflict, "was deployed")
	_, err = o.db.Runs().Insert(t.Context(), o.admin.actor, deployDraft(p, failed+1000))
	refused(t, err, fault.Conflict, "was deployed")
	again := o.execute(t, deployDraft(p, failed), run.Canceled)
	_, err = o.db.Runs().Insert(t.Context(), o.admin.actor, deployDraft(p, failed))
	refused(t, err, fault.Conflict, "run "+ids.FormatNumber(failed)+" cannot be resumed")
	hints(t, err, "is canceled: resume run "+ids.FormatNumber(again))
	o.execute(t, deployDraft(p, again), run.Completed, "a")
	_, err = o.db.Runs().Insert(t.Context(), o.admin.actor, deployDraft(p, failed))
	refused(t, err, fault.Conflict, "was deployed")
	hints(t, err, "The plan is complete")
}

func deployAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	plans := make([]deploy.Plan, 8)
	for i := range plans {
		plans[i] = o.savePlan(t, o.planOf(t, env.ID))
	}
	accepted := 0
	for _, err := range together(len(plans), func(i int) error {
		_, err := o.db.Runs().Insert(t.Context(), o.admin.actor, deployDraft(plans[i], 0))
		return err
	}) {
		if err == nil {
			accepted++
			continue
		}
		refused(t, err, fault.Conflict, "is deploying")
	}
	equal(t, accepted, 1)
}

func deployNeverBegan(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	p := o.savePlan(t, o.planOf(t, env.ID))
	waiting, err := o.db.Runs().Insert(t.Context(), o.admin.actor, deployDraft(p, 0))
	ok(t, err)
	_, err = o.db.Runs().Cancel(t.Context(), o.admin.actor, waiting.ID)
	ok(t, err)
	o.wantStatus(t, env.ID, project.Waiting)
	o.finish(t, o.claimRun(t, o.refresh(t, env.ID).ID), run.Completed)
	o.execute(t, deployDraft(p, waiting.ID), run.Completed)
}

func deployWaitedTooLong(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	p := o.savePlan(t, o.planOf(t, env.ID))
	waiting, err := o.db.Runs().Insert(t.Context(), o.admin.actor, deployDraft(p, 0))
	ok(t, err)
	o.changeEnvironment(t, env.ID, func(s *project.EnvironmentSettings) { s.Parameters = []byte(`{"day": 3}`) })
	o.nothing(t)
	found := o.found(t, waiting.ID)
	equal(t, found.Status, run.Failed)
	equal(t, found.FailureReason, "the environment was changed after this plan was made; make a new plan")
	o.wantStatus(t, env.ID, project.Waiting)
}

func deploymentsAreHistory(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	good := o.deploy(t, o.savePlan(t, o.planOf(t, env.ID)), run.Completed)
	last := o.savePlan(t, o.planOf(t, env.ID))
	failed := o.deploy(t, last, run.Failed)
	listed, err := o.db.Plans().ListDeployments(t.Context(), deploy.Query{Organization: o.Organization.ID, Environment: env.ID})
	ok(t, err)
	if len(listed.Items) != 2 {
		t.Fatalf("%d deployments", len(listed.Items))
	}
	equal(t, listed.Items[0].Run, good)
	equal(t, listed.Items[0].IsCurrent, true)
	equal(t, listed.Items[1].Run, failed)
	equal(t, listed.Items[1].Status, run.Failed)
	equal(t, listed.Items[1].IsCurrent, false)
	found, err := o.db.Plans().FindDeployment(t.Context(), o.Organization.ID, env.ID, failed)
	ok(t, err)
	equal(t, found, listed.Items[1])
	equal(t, found.Plan, last.ID)
	_, err = o.db.Plans().FindDeployment(t.Context(), o.Organization.ID, env.ID+1, failed)
	refused(t, err, fault.NotFound)
}
