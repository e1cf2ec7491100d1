package contract_test

import (
	"regexp"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

var uuidInText = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// deployment is the servers on one database: one on SQLite, two on PostgreSQL.
type deployment []*apptest.Platform

func newDeployment(t *testing.T, database apptest.Database) deployment {
	t.Helper()
	servers := deployment{start(t, database)}
	if database.IsPostgres() {
		servers = append(servers, start(t, database))
	}
	return servers
}

// first is the server that changes are made on.
func (d deployment) first() *apptest.Platform { return d[0] }

// last is the other server, where there is one: nothing there has seen the change happen.
func (d deployment) last() *apptest.Platform { return d[len(d)-1] }
