package contract_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// A waiting refresh is not executed if the connection or mappings of its environment changed. Other changes do not
// matter.
func TestWaitingRefreshOfChangedEnvironment(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		ofEnvironment, own := object(nil), object{"wait": 0}
		for _, step := range []struct {
			change, parameters object
			status, reason     string
		}{
			{object{"name": "Another", "description": "another"}, ofEnvironment, "completed", ""},
			{object{"runTimeParameters": object{"number": "8"}}, own, "completed", ""},
			{object{"runTimeParameters": object{"number": "9"}}, ofEnvironment, "failed", "the parameters of the environment were changed"},
			{object{"mappings": object{"MILL": object{"database": "", "schema": "elsewhere"}}}, own, "failed", "the mappings or the connection of the environment"},
		} {
			slow := m.startSlow()
			m.awaitSlowNode(slow)
			waiting := m.startRun(object{"includeNodesSelector": "{ STONE }"}, step.parameters)
			m.Patch(m.token, environmentsPath+"/"+m.environment, step.change).Want(http.StatusOK)
			m.Post(m.token, cancelPath, object{"runID": slow}).Want(http.StatusNoContent)
			m.await(waiting, step.status)
			if info := asJSON(t, m.info(waiting)); !strings.Contains(info, step.reason) {
				t.Errorf("after %v the run says %s, want %q", step.change, info, step.reason)
			}
		}
	})
}
