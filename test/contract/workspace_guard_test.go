package contract_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// A waiting development run checks again when it starts: an environment may have been deployed to its schema.
func TestWaitingDevelopmentRunLeavesEnvironmentAlone(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		b := newWorkspaceFixture(t, database)
		b.ShareFile(b.id)
		b.addDeployedFiles()
		slow := b.startRun(object{"includeNodesSelector": "+{ STONE }"}, object{"wait": 3600})
		awaitRunning(t, b, slow)
		shared := object{"mappings": object{"MILL": object{"database": "", "schema": "shared"}}, "confirmSharedMappings": true}
		b.Patch(b.token, b.path, shared).Want(http.StatusOK)
		waiting := b.startRun(object{}, nil)

		environment := b.NewEnvironment(b.token, b.project, "PROD")
		b.ShareFile(environment)
		b.Patch(b.token, environmentsPath+"/"+environment, shared).Want(http.StatusOK)
		plan := func() (made planResponse) {
			b.Post(b.token, environmentsPath+"/"+environment+"/plans", object{"workspaceID": b.id}).Want(http.StatusCreated).JSON(&made)
			return made
		}
		b.await(b.Post(b.token, "/api/v1/plans/"+plan().ID+"/deploy", confirm))

		b.Post(b.token, cancelPath, object{"runID": slow}).Want(http.StatusNoContent)
		awaitRun(t, b.Platform, b.token, waiting, "failed")
		m := &deployedFixture{Platform: b.Platform, t: t, token: b.token}
		if info := asJSON(t, m.info(waiting)); !strings.Contains(info, "environment "+environment+" has deployed") {
			t.Errorf("the run says %s", info)
		}
		wantSameStates(t, m.states(waiting), map[string]string{"GRAIN": "failed", "STONE": "skipped", "SIEVE": "skipped", "SACK": "skipped"})
		if left := plan(); left.Counts.Unchanged != 4 || left.Counts.Stop != 0 {
			t.Errorf("what is deployed was changed: %+v", left)
		}
		b.Patch(b.token, b.path, object{"mappings": nil}).Want(http.StatusOK)
		b.await(b.Post(b.token, "/scheduler/startRun", object{"runDetails": object{"environmentID": b.id}}))
	})
}
