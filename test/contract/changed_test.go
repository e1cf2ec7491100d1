package contract_test

import (
	"bytes"
	"context"
	"net/http"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/project"
)

// onBothEngines runs a test on DuckDB and on PostgreSQL, with a fixture in which everything is built and nothing has
// changed.
func onBothEngines(t *testing.T, test func(b *changeFixture)) {
	t.Helper()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		b := newChangeFixture(t, database)
		filled := b.newest()
		_, built := b.runChanged(nil, nil, "completed")
		rye, wheat := "no digest of RAW.RYE: run "+filled+" did not use --only-changed", "no digest of RAW.WHEAT: run "+filled+" did not use"
		wantBuilt(t, built, map[string]string{
			"CRUST": rye, "FLOUR": wheat, "LOAF": "WORK.CRUST is built in this run", "RYE": rye, "WHEAT": wheat,
		})
		test(b)
	})
}

// newest returns the number of the newest run.
func (b *changeFixture) newest() string {
	b.t.Helper()
	var list struct{ Data []struct{ ID int64 } }
	b.Get(b.token, "/api/v1/runs?orderBy=id&orderByDirection=desc&limit=1").Want(http.StatusOK).JSON(&list)
	return asJSON(b.t, list.Data[0].ID)
}

func TestUnchangedNodesAreNotBuilt(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(b *changeFixture) {
		t := b.t
		first := b.newest()
		second, built := b.runChanged(nil, nil, "completed")
		wantBuilt(t, built, nil)
		for name, reason := range b.why(second) {
			if name != "SIFTED" && name != "ALONE" && reason != "not built: nothing changed since run "+first {
				t.Errorf("%s says %s", name, reason)
			}
		}
		if details := b.info(second)["runDetails"].(map[string]any); details["onlyChanged"] != true {
			t.Errorf("the run does not show what it was asked for: %v", details)
		}
		b.loadSources(nil) // the same grain, loaded again
		_, built = b.runChanged(nil, nil, "completed")
		wantBuilt(t, built, nil)
		b.loadSources(object{"rye": "new"})
		rye := map[string]string{
			"RYE": "RAW.RYE has changed data", "CRUST": "RAW.RYE has changed data", "LOAF": "WORK.CRUST is built in this run",
		}
		_, built = b.runChanged(nil, nil, "completed")
		wantBuilt(t, built, rye)
		b.loadSources(object{"rye": "new", "wheat": "new"})
		_, built = b.runChanged(nil, nil, "completed")
		wantBuilt(t, built, map[string]string{ // through the view
			"WHEAT": "RAW.WHEAT has changed data", "FLOUR": "RAW.WHEAT has changed data", "LOAF": "WORK.FLOUR is built in this run",
		})
		_, built = b.runChanged(nil, nil, "completed")
		wantBuilt(t, built, nil)
	})
}

// why returns the reasons of all nodes of a run.
func (b *changeFixture) why(run string) map[string]string {
	b.t.Helper()
	var answer struct {
		Data []struct{ Name, Reason string }
	}
	b.Get(b.token, "/api/v1/runs/"+run+"/results").Want(http.StatusOK).JSON(&answer)
	reasons := map[string]string{}
	for _, node := range answer.Data {
		reasons[node.Name] = node.Reason
	}
	return reasons
}

func TestRedeployedNodesAreBuilt(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(b *changeFixture) {
		t := b.t
		files := changeFiles(b.kind)
		edit := func(path, old, changed string) {
			t.Helper()
			if !bytes.Contains(files[path], []byte(old)) {
				t.Fatalf("%s does not hold %s", path, old)
			}
			files[path] = bytes.ReplaceAll(files[path], []byte(old), []byte(changed))
		}
		deploy := func() string {
			t.Helper()
			return b.deployPlan(b.plan(files).ID, confirm, "completed")
		}
		const definition = "its definition changed, or that of a node it depends on"

		edit("nodes/WORK-FLOUR.sql", "AS s", "AS s WHERE s.id > 0") // the table does not change
		deploy()
		_, built := b.runChanged(nil, nil, "completed")
		wantBuilt(t, built, map[string]string{"FLOUR": definition, "LOAF": definition})

		edit("nodes/WORK-CRUST.sql", "SELECT r.id,", "SELECT r.id, 'brown' AS color,") // the table is altered
		run := deploy()
		_, built = b.runChanged(nil, nil, "completed")
		wantBuilt(t, built, map[string]string{"CRUST": "it was changed by the deploy in run " + run, "LOAF": definition})

		edit("nodes/WORK-SIFTED.sql", "AS w", "AS w WHERE w.id > 0")
		deploy()
		_, built = b.runChanged(nil, nil, "completed")
		wantBuilt(t, built, map[string]string{"FLOUR": definition, "LOAF": definition})

		alone := files["nodes/WORK-ALONE.sql"]
		delete(files, "nodes/WORK-ALONE.sql")
		deploy()
		_, built = b.runChanged(nil, nil, "completed")
		wantBuilt(t, built, nil)
		files["nodes/WORK-ALONE.sql"] = alone
		run = deploy()
		_, built = b.runChanged(nil, nil, "completed")
		wantBuilt(t, built, map[string]string{"ALONE": "it was changed by the deploy in run " + run})
		_, built = b.runChanged(nil, nil, "completed")
		wantBuilt(t, built, nil)
	})
}

func TestFailedNodesAreBuiltAgain(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(b *changeFixture) {
		t := b.t
		failed, built := b.runChanged(nil, object{"number": "none"}, "failed")
		const definition = "its definition changed, or that of a node it depends on"
		wantBuilt(t, built, map[string]string{"FLOUR": definition, "LOAF": definition})
		if states := b.states(failed); states["FLOUR"] != "failed" || states["LOAF"] != "skipped" || states["CRUST"] != "complete" {
			t.Errorf("the nodes are %v", states)
		}
		again := counter(t, b.Post(b.token, "/scheduler/rerun", object{"runDetails": object{"runID": failed}, "parameters": object{}}))
		b.await(again, "completed")
		wantBuilt(t, b.reasons(again), map[string]string{"FLOUR": "it failed in run " + failed, "LOAF": "WORK.FLOUR is built in this run"})
		if details := b.info(again)["runDetails"].(map[string]any); details["onlyChanged"] != true {
			t.Errorf("the run does not show what it was asked for: %v", details)
		}
		plain := b.startRun(object{"includeNodesSelector": "{ FLOUR }"}, object{"number": "none"})
		b.await(plain, "failed")
		_, built = b.runChanged(object{"includeNodesSelector": "{ LOAF }"}, nil, "completed")
		wantBuilt(t, built, map[string]string{"LOAF": "WORK.FLOUR failed in run " + plain})
		_, built = b.runChanged(nil, nil, "completed")
		wantBuilt(t, built, map[string]string{"FLOUR": "it failed in run " + plain, "LOAF": "WORK.FLOUR is built in this run"})
		_, built = b.runChanged(nil, nil, "completed")
		wantBuilt(t, built, nil)
	})
}

func TestOtherRunsCountAsBuilds(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(b *changeFixture) {
		t := b.t
		plain := b.startRun(object{"includeNodesSelector": "{ FLOUR }"}, nil)
		b.await(plain, "completed")
		for name, reason := range b.why(plain) {
			if reason != "" {
				t.Errorf("a run that was not asked says of %s: %s", name, reason)
			}
		}
		_, built := b.runChanged(object{"includeNodesSelector": "{ LOAF }"}, nil, "completed")
		wantBuilt(t, built, map[string]string{"LOAF": "WORK.FLOUR was built by run " + plain})
		loaf := b.startRun(object{"includeNodesSelector": "{ LOAF }"}, nil) // it reads nodes that known runs built
		b.await(loaf, "completed")
		same, built := b.runChanged(object{"includeNodesSelector": "{ LOAF }"}, nil, "completed")
		wantBuilt(t, built, nil)
		if reason := b.why(same)["LOAF"]; reason != "not built: nothing changed since run "+loaf {
			t.Errorf("LOAF says %s", reason)
		}
		_, built = b.runChanged(nil, nil, "completed")
		wantBuilt(t, built, map[string]string{"FLOUR": "run " + plain + " did not use --only-changed", "LOAF": "WORK.FLOUR is built in this run"})

		// Parameters of a run are part of a node's definition.
		const definition = "its definition changed, or that of a node it depends on"
		for _, parameters := range []object{{"number": "8"}, nil} {
			_, built = b.runChanged(nil, parameters, "completed")
			wantBuilt(t, built, map[string]string{"FLOUR": definition, "LOAF": definition})
			_, built = b.runChanged(nil, parameters, "completed")
			wantBuilt(t, built, nil)
		}
	})
}

func TestSelectorsLimitChangedNodes(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(b *changeFixture) {
		t := b.t
		b.loadSources(object{"rye": "new"})
		only := func(name string) object { return object{"includeNodesSelector": "{ " + name + " }"} }
		_, built := b.runChanged(only("LOAF"), nil, "completed")
		wantBuilt(t, built, nil) // its inputs are unchanged
		crust, built := b.runChanged(only("CRUST"), nil, "completed")
		wantBuilt(t, built, map[string]string{"CRUST": "RAW.RYE has changed data"})
		_, built = b.runChanged(only("LOAF"), nil, "completed")
		wantBuilt(t, built, map[string]string{"LOAF": "WORK.CRUST was built by run " + crust})
		_, built = b.runChanged(object{"excludeNodesSelector": "{ RYE }"}, nil, "completed")
		wantBuilt(t, built, nil)
		_, built = b.runChanged(nil, nil, "completed")
		wantBuilt(t, built, map[string]string{"RYE": "RAW.RYE has changed data"})
		b.MoveEnvironment(b.organization, b.environment, project.Waiting, project.Deploying, project.FailedDeploy)
		details := object{"environmentID": b.environment, "onlyChanged": true}
		wantFault(t, b.Post(b.token, "/scheduler/startRun", object{"runDetails": details}), http.StatusBadRequest, "Failed Deploy")
		_, built = b.runChanged(object{"forceIgnoreEnvironmentStatus": true}, nil, "completed")
		wantBuilt(t, built, nil)
	})
}

// A run that waits for another compares when it starts.
func TestWaitingRunComparesWhenItStarts(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(b *changeFixture) {
		t := b.t
		slow := b.startRun(object{"excludeNodesSelector": "{ CRUST }"}, object{"wait": 3600})
		b.awaitNode(slow, "LOAF", "complete")
		b.awaitNode(slow, "ALONE", "running")
		waiting := b.startChanged(nil, nil)
		b.loadSources(object{"rye": "new"})
		b.Post(b.token, "/scheduler/cancelRun", object{"runID": slow}).Want(http.StatusNoContent)
		b.await(slow, "canceled")
		b.await(waiting, "completed")
		const unknown = " did not use --only-changed"
		wantBuilt(t, b.reasons(waiting), map[string]string{
			"RYE": "no digest of RAW.RYE: run " + slow + unknown, "WHEAT": unknown, "FLOUR": unknown, "CRUST": "RAW.RYE has changed data",
			"LOAF": "WORK.CRUST is built in this run",
		})
		_, built := b.runChanged(nil, nil, "completed")
		wantBuilt(t, built, nil)
	})
}

// If another user drops the table of a node or of a source, the node counts as changed.
func TestDroppedTableIsBuilt(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(b *changeFixture) {
		t := b.t
		b.execSQL(`DROP TABLE %s."CRUST"`)
		_, built := b.runChanged(nil, nil, "failed")
		wantBuilt(t, built, map[string]string{"CRUST": "its table does not exist", "LOAF": "WORK.CRUST is built in this run"})
		failed, built := b.runChanged(object{"includeNodesSelector": "{ LOAF }"}, nil, "failed")
		wantBuilt(t, built, map[string]string{"LOAF": "WORK.CRUST does not exist"})
		run := b.deployPlan(b.plan(changeFiles(b.kind)).ID, confirm, "completed")
		_, built = b.runChanged(nil, nil, "completed")
		wantBuilt(t, built, map[string]string{"CRUST": "it was changed by the deploy in run " + run, "LOAF": "it failed in run " + failed})

		b.execSQL(`DROP VIEW %s."SIFTED"`)
		_, built = b.runChanged(nil, nil, "failed")
		wantBuilt(t, built, map[string]string{"FLOUR": "WORK.SIFTED does not exist", "LOAF": "WORK.FLOUR is built in this run"})
	})
}

// A locked source blocks neither the request for a run nor its cancellation.
func TestLockedSourceDoesNotBlockRequests(t *testing.T) {
	t.Parallel()
	b := newChangeFixture(t, apptest.Database{URL: pgtest.Database(t)})
	b.loadSources(nil)
	_, _ = b.runChanged(nil, nil, "completed")
	unlock := b.lock(`LOCK TABLE raw."WHEAT" IN ACCESS EXCLUSIVE MODE`)
	canceled := b.startChanged(nil, nil)
	b.awaitRunning(canceled)
	b.Post(b.token, "/scheduler/cancelRun", object{"runID": canceled}).Want(http.StatusNoContent)
	b.await(canceled, "canceled")
	patient := b.startChanged(nil, nil)
	b.awaitRunning(patient)
	unlock()
	b.await(patient, "completed")
	wantBuilt(t, b.reasons(patient), nil)
}

// lock runs a statement in a transaction that stays open until unlock is called.
func (b *changeFixture) lock(statement string) (unlock func()) {
	b.t.Helper()
	connection, err := pgx.Connect(b.t.Context(), b.engine)
	if err != nil {
		b.t.Fatal(err)
	}
	unlock = func() { _ = connection.Close(context.WithoutCancel(b.t.Context())) }
	b.t.Cleanup(unlock)
	if _, err := connection.Exec(b.t.Context(), "BEGIN; "+statement); err != nil {
		b.t.Fatal(err)
	}
	return unlock
}

// awaitRunning follows the events of a run until it is running.
func (b *changeFixture) awaitRunning(run string) {
	b.t.Helper()
	events := openEvents(b.t, b.Platform, b.token, "?runID="+run)
	defer events.close()
	for {
		if event := events.next(); event.name == "run" && event.data["runStatus"] == "running" {
			return
		}
	}
}

// A source that cannot be read cannot be compared, so its readers are built, and fail for the same reason.
func TestReadersOfDroppedSourceAreBuilt(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(b *changeFixture) {
		t := b.t
		files := fieldFiles(b.kind)
		rye := files["nodes/RAW-RYE.sql"]
		delete(files, "nodes/RAW-RYE.sql")
		b.field.deployPlan(b.field.plan(files).ID, confirm, "completed")
		failed, built := b.runChanged(nil, nil, "failed")
		wantBuilt(t, built, map[string]string{
			"RYE": "RAW.RYE cannot be compared: ", "CRUST": "RAW.RYE cannot be compared: ", "LOAF": "WORK.CRUST is built in this run",
		})
		files["nodes/RAW-RYE.sql"] = rye
		b.field.deployPlan(b.field.plan(files).ID, confirm, "completed")
		b.loadSources(nil)
		_, built = b.runChanged(nil, nil, "completed")
		wantBuilt(t, built, map[string]string{"RYE": "it failed in run " + failed}) // the others were skipped, and the rye is unchanged
	})
}

// awaitNode follows the events of a run until a node has a state.
func (b *changeFixture) awaitNode(run, name, state string) {
	b.t.Helper()
	events := openEvents(b.t, b.Platform, b.token, "?runID="+run)
	defer events.close()
	for {
		if event := events.next(); event.name == "node" && event.data["nodeID"] == changeNode(name) && event.data["runState"] == state {
			return
		}
	}
}

// An environment with changed mappings has built nothing there.
func TestChangedMappingsBuildEverything(t *testing.T) {
	t.Parallel()
	b := newChangeFixture(t, apptest.Database{})
	_, _ = b.runChanged(nil, nil, "completed")
	path := environmentsPath + "/" + b.environment
	b.Patch(b.token, path, object{"mappings": grainMappings("elsewhere")}).Want(http.StatusOK)
	b.deployPlan(b.plan(changeFiles(b.kind)).ID, confirm, "completed")
	run, built := b.runChanged(nil, nil, "completed")
	for _, name := range []string{"ALONE", "CRUST", "FLOUR", "LOAF"} {
		if built[name] == "" {
			t.Errorf("%s was not built in another place: %s", name, b.why(run)[name])
		}
	}
}

func TestDevelopmentRunBuildsUnchangedNodes(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	wantFault(t, b.Post(b.token, "/scheduler/startRun", object{"runDetails": object{"environmentID": b.id, "onlyChanged": true}}),
		http.StatusBadRequest, "development run", "onlyChanged")
}
