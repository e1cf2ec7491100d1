package contract_test

import (
	"net/http"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// health is the health of an environment.
type health struct {
	Status string
	Nodes  struct{ Healthy, Stale, TestsFailing, Failed int }

	FailedTests int
}

// wantHealth compares the health of an environment in its own response and in the list.
func (m *deployedFixture) wantHealth(environment string, want health) {
	m.t.Helper()
	var one struct{ Health health }
	m.Get(m.token, environmentsPath+"/"+environment).Want(http.StatusOK).JSON(&one)
	if one.Health != want {
		m.t.Errorf("the health of environment %s is %+v, want %+v", environment, one.Health, want)
	}
	var list struct {
		Data []struct {
			ID     string
			Health health
		}
	}
	m.Get(m.token, environmentsPath+"?detail=true").Want(http.StatusOK).JSON(&list)
	for _, e := range list.Data {
		if e.ID == environment && e.Health != want {
			m.t.Errorf("the list has the health %+v, want %+v", e.Health, want)
		}
	}
}

func nodesOf(healthy, stale, testsFailing, failed int) struct{ Healthy, Stale, TestsFailing, Failed int } {
	return struct{ Healthy, Stale, TestsFailing, Failed int }{healthy, stale, testsFailing, failed}
}

// The health of an environment is that of its nodes. A refresh of a part does not hide a failed rest.
func TestHealthOfNodes(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		m.wantHealth(m.environment, health{Status: "healthy", Nodes: nodesOf(5, 0, 0, 0)})

		m.await(m.startRun(nil, object{"number": "none"}), "failed") // SIEVE fails, and SACK is skipped
		m.wantHealth(m.environment, health{Status: "failed", Nodes: nodesOf(3, 1, 0, 1)})

		m.await(m.startRun(object{"includeNodesSelector": "{ INSPECT }"}, object{"flaw": 2}), "completed")
		if status := m.status(); status != "Waiting" {
			t.Errorf("the environment is %s", status)
		}
		m.wantHealth(m.environment, health{Status: "failed", Nodes: nodesOf(2, 1, 1, 1), FailedTests: 1})

		m.await(m.startRun(object{"includeNodesSelector": "{ SIEVE } OR { SACK }"}, nil), "completed")
		m.wantHealth(m.environment, health{Status: "testsFailing", Nodes: nodesOf(4, 0, 1, 0), FailedTests: 1})

		m.await(m.startRun(nil, nil), "completed")
		m.wantHealth(m.environment, health{Status: "healthy", Nodes: nodesOf(5, 0, 0, 0)})
	})
}

// An environment without a deployment, and one whose nodes were never built, are not healthy.
func TestHealthBeforeTheFirstBuild(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := &deployedFixture{Platform: start(t, database), t: t}
		m.token = m.AdminToken()
		m.organization = m.Me(m.token).Organization.ID
		m.home = m.NewProject(m.token, "Mill")
		m.environment = m.NewEnvironment(m.token, m.home, "Production")
		m.wantHealth(m.environment, health{Status: "neverDeployed"})
		m.deployPlan(m.plan(deployedFiles()).ID, "", "completed")
		m.wantHealth(m.environment, health{Status: "stale", Nodes: nodesOf(0, 5, 0, 0)})
		m.await(m.startRun(object{"includeNodesSelector": "{ GRAIN }"}, nil), "completed")
		m.wantHealth(m.environment, health{Status: "stale", Nodes: nodesOf(1, 4, 0, 0)})
		m.await(m.startRun(nil, nil), "completed")
		m.wantHealth(m.environment, health{Status: "healthy", Nodes: nodesOf(5, 0, 0, 0)})

		// A change of a node is not in its table before the next build.
		m.deployPlan(m.plan(edited("nodes/MILL-GRAIN.sql", "(1), (2), (3)", "(4), (5), (6)")).ID, "", "completed")
		m.wantHealth(m.environment, health{Status: "stale", Nodes: nodesOf(4, 1, 0, 0)})
	})
}
