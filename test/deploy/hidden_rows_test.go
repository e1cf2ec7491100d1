package deploy_test

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// fixtureOver returns a fixture over an existing connection.
func fixtureOver(t *testing.T, c engine.Connection) *fixture {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	t.Cleanup(cancel)
	opened, err := driverOf(c.Kind).Open(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	s := &fixture{
		t: t, ctx: ctx, kind: c.Kind, engine: opened, connection: t.Name(),
		stored: map[transform.NodeID]difference.State{}, compilations: map[string]*compiler.Compilation{},
	}
	t.Cleanup(s.close)
	if s.session, err = opened.Session(ctx, engine.Label{WorkID: "test", Epoch: 1}); err != nil {
		t.Fatal(err)
	}
	return s
}

// newLimitedUser returns a fixture whose user is not a superuser, and a fixture of a superuser on the same database.
func newLimitedUser(t *testing.T) (guest, admin *fixture) {
	t.Helper()
	c := connectionTo(t, "postgres")
	admin = fixtureOver(t, c)
	database := admin.read("SELECT current_database()")[0]
	name := "Guest of " + database
	admin.exec(fmt.Sprintf("CREATE ROLE %q LOGIN PASSWORD 'guest'", name), fmt.Sprintf("GRANT CREATE ON DATABASE %q TO %q", database, name))
	t.Cleanup(func() { admin.exec(fmt.Sprintf("DROP OWNED BY %q CASCADE", name), fmt.Sprintf("DROP ROLE %q", name)) })
	c.Settings = maps.Clone(c.Settings)
	c.Settings["user"], c.Secret = name, map[string]string{"password": "guest"}
	guest = fixtureOver(t, c)
	if err := guest.engine.Prepare(guest.ctx, []engine.Schema{guest.schemaOf(src), guest.schemaOf(out)}); err != nil {
		t.Fatal(err)
	}
	return guest, admin
}

// Rows that row security hides from the deploying user are copied with the others, and are hidden again afterwards.
func TestHiddenRowsAreCopied(t *testing.T) {
	t.Parallel()
	s, admin := newLimitedUser(t)
	s.deploy(protectedProject("INTEGER"))
	table := s.name(out, "COPIED")
	s.exec("INSERT INTO "+table+" VALUES (1, 'seen'), (2, 'hidden')",
		"CREATE POLICY seen ON "+table+` USING ("ID" = 1)`, "ALTER TABLE "+table+" ENABLE ROW LEVEL SECURITY",
		"ALTER TABLE "+table+" FORCE ROW LEVEL SECURITY")
	s.expect(out, "COPIED", "ID", "1")
	s.expectKept(protectedProject("BIGINT"), s.protections, "COPIED")
	admin.expect(out, "COPIED", "ID", "1", "2")
	s.expect(out, "COPIED", "ID", "1")
}

// A user who may drop a table of another owner but does not see all rows cannot copy it without the hidden rows.
func TestHiddenRowsOfAnotherOwnerAreKept(t *testing.T) {
	t.Parallel()
	s, admin := newLimitedUser(t)
	s.deploy(protectedProject("INTEGER"))
	table, guest := s.name(out, "COPIED"), quoted(s.read("SELECT current_user")[0])
	s.exec("INSERT INTO "+table+" VALUES (1, 'seen'), (2, 'hidden')", "CREATE POLICY seen ON "+table+` USING ("ID" = 1)`,
		"ALTER TABLE "+table+" ENABLE ROW LEVEL SECURITY")
	admin.exec("ALTER TABLE "+table+" OWNER TO CURRENT_USER", "GRANT SELECT ON "+table+" TO "+guest)
	results, outcome := s.execute(s.compare(s.compile(protectedProject("BIGINT"))).Plan)
	if problem := results["COPIED"].Problem; outcome.Status != run.Failed || problem == nil || !strings.Contains(problem.Message, "must be owner of table COPIED") {
		t.Errorf("the deployment ended as %+v, %+v", outcome, problem)
	}
	admin.expect(out, "COPIED", "ID", "1", "2")
}

// Revoked rights stay revoked, from PUBLIC and from the owner, also if the deploying user is not a superuser.
func TestRightsRevokedByAnotherRoleStayRevoked(t *testing.T) {
	t.Parallel()
	s, _ := newLimitedUser(t)
	s.exec("ALTER DEFAULT PRIVILEGES GRANT SELECT, UPDATE ON TABLES TO PUBLIC", `ALTER DEFAULT PRIVILEGES IN SCHEMA "OUT" GRANT INSERT ON TABLES TO PUBLIC`)
	s.deploy(protectedProject("INTEGER"))
	for _, name := range []string{"V1", "V3", "COPIED"} {
		s.exec("REVOKE SELECT, INSERT ON "+s.name(out, name)+" FROM PUBLIC", `GRANT SELECT ("CITY") ON `+s.name(out, name)+" TO PUBLIC",
			"REVOKE INSERT, TRUNCATE ON "+s.name(out, name)+" FROM CURRENT_USER")
	}
	s.exec("INSERT INTO " + s.name(out, "STG") + " VALUES (1, 'a', 1)")
	s.expectKept(protectedProject("BIGINT"), s.rights, "V1", "V2", "V3", "COPIED")
}
