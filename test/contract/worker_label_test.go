package contract_test

import (
	"net"
	"net/http"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// TestPlanOfAnEngineThatTheServerCannotReach: the label of a connection does not send plans to workers, and the plan says so.
func TestPlanOfAnEngineThatTheServerCannotReach(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := closed.Addr().(*net.TCPAddr).Port
	_ = closed.Close()
	connection := m.Post(m.token, connectionsPath, object{
		"name": "Far away", "platformKind": "postgres", "workerLabel": "eu",
		"settings": object{"host": "127.0.0.1", "port": port, "database": "d", "user": "u"}, "secret": object{"password": "p"},
	}).Want(http.StatusCreated).Field("id")
	m.environment = m.NewEnvironment(m.token, m.home, "Far away")
	m.Patch(m.token, environmentsPath+"/"+m.environment, object{"connection": connection}).Want(http.StatusOK)
	response := m.Do(apptest.Request{
		Method: http.MethodPost, Path: m.plansPath(), Token: m.token, Body: zipped(t, edited("data.yml", "duckdb", "postgres")),
		Header: http.Header{"Content-Type": {"application/zip"}},
	})
	wantFault(t, response, http.StatusServiceUnavailable, "not a worker with the label eu", "must reach the engine too")
}
