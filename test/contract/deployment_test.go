package contract_test

import (
	"regexp"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

var uuidInText = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// deployment contains the servers of one database: one with SQLite, two with PostgreSQL.
type deployment []*apptest.Platform

func newDeployment(t *testing.T, database apptest.Database) deployment {
	t.Helper()
	servers := deployment{start(t, database)}
	if database.IsPostgres() {
		servers = append(servers, start(t, database))
	}
	return servers
}

// first returns the server that gets the changes.
func (d deployment) first() *apptest.Platform { return d[0] }

// last returns the other server if there is one: it did not process the change itself.
func (d deployment) last() *apptest.Platform { return d[len(d)-1] }
