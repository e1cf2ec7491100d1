package store_test

import (
	"testing"

	"github.com/millrace/millrace/internal/ids"
)

// TestStatesAreCachedForOneVersion: plans read the states of all deployed nodes. Every deploy changes the version.
func TestStatesAreCachedForOneVersion(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			sent := &statements{}
			p.options.Trace = sent.add
			f := newFixture(t, p)
			f.deployNode(t, "a")
			f.expectStates(t, 1)
			sent.take()
			f.expectStates(t, 1)
			sent.expect(t, "the states of the same version", 1)
			f.deployNode(t, "b")
			f.expectStates(t, 2)
		})
	}
}

// deployNode stores the state of a node as the end of a deploy does.
func (a fixture) deployNode(t *testing.T, node string) {
	t.Helper()
	a.exec(t, `INSERT INTO environment_nodes (organization_id, environment_id, node_id, state, run_id) VALUES ($1, $2, $3, $4, 0)`,
		a.organization, a.environment, node, `{"id": "`+node+`"}`)
	a.exec(t, `UPDATE environments SET version = version + 1 WHERE id = $1`, a.environment)
}

func (a fixture) expectStates(t *testing.T, want int) {
	t.Helper()
	state, err := a.Plans().State(t.Context(), a.organization, a.environment)
	if err != nil {
		t.Fatal(err)
	}
	if len(state.Nodes) != want {
		t.Errorf("environment %s has %d states, want %d", ids.FormatNumber(a.environment), len(state.Nodes), want)
	}
}
