package scale_test

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/schedule"
	"github.com/millrace/millrace/internal/snapshot"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
)

// deployment is a state database with many organizations. The first one is made by the store, and the others are its copies.
type deployment struct {
	t       *testing.T
	size    size
	url     string
	raw     *sql.DB
	db      *store.DB // with the real clock
	by      account.Actor
	project ids.Project
}

func newDeployment(t *testing.T, s size) *deployment {
	t.Helper()
	d := &deployment{t: t, size: s, url: statetest.Postgres(t)}
	var err error
	d.raw, err = sql.Open("pgx", d.url)
	d.check(err)
	t.Cleanup(func() { _ = d.raw.Close() })
	d.db = d.open(nil)
	d.addOrganization()
	d.addEnvironments()
	d.copyOrganization()
	d.exec(`UPDATE schedules SET next_due = CASE WHEN random() < 0.5 THEN $1 + floor(random() * 24) * 3600000
		ELSE $1 + 1000 + floor(random() * 86340000) END`, dayStart().UnixMilli())
	d.exec(`ANALYZE`)
	return d
}

func (d *deployment) check(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *deployment) exec(statement string, args ...any) {
	d.t.Helper()
	_, err := d.raw.ExecContext(d.t.Context(), statement, args...)
	d.check(err)
}

// open opens the state database with a clock; nil is the real one.
func (d *deployment) open(now func() time.Time) *store.DB {
	d.t.Helper()
	db, err := store.Open(d.t.Context(), store.Options{URL: d.url, Now: now})
	d.check(err)
	d.t.Cleanup(func() { _ = db.Close() })
	return db
}

// addOrganization adds an organization with a connection and a project.
func (d *deployment) addOrganization() {
	d.t.Helper()
	ctx, now := d.t.Context(), time.Now()
	organization, err := account.NewOrganization("Acme", now)
	d.check(err)
	administrator := account.User{
		ID: ids.New[ids.User](), Organization: organization.ID, Email: "ada@example.com", Role: account.OrganizationAdministrator,
		Status: account.UserActive, CreatedAt: now,
	}
	d.check(d.db.Setups().Add(ctx, project.NewSetup(organization, administrator, now)))
	d.by = account.Actor{User: administrator.ID, Organization: organization.ID, Role: administrator.Role}
	created, err := project.NewProjects(d.db.Projects(), time.Now).Create(ctx, d.by, project.Project{Name: "Shop", Platform: project.Postgres})
	d.check(err)
	d.project = created.ID
}

// addEnvironments adds environments in which the project is deployed, as far as the state knows, with their schedules.
func (d *deployment) addEnvironments() {
	d.t.Helper()
	ctx := d.t.Context()
	connection := project.Connection{
		Organization: d.by.Organization, ID: ids.New[ids.Connection](), Name: "Warehouse", Platform: project.Postgres, AllProjects: true, CreatedAt: time.Now(),
		Settings: map[string]any{"host": "warehouse.example", "database": "dwh", "user": "millrace"},
	}
	d.check(d.db.Connections().Create(ctx, d.by, connection))
	packed, err := snapshot.PackFiles(projectFiles())
	d.check(err)
	d.check(d.db.Snapshots().Put(ctx, d.by.Organization, packed.ID, packed.Files))
	for i := range environmentsEach {
		environment, err := d.db.Environments().Create(ctx, d.by, project.Environment{
			Project: d.project, Name: fmt.Sprint("Target ", i), Status: project.Waiting, CreatedAt: time.Now(),
			Settings: project.EnvironmentSettings{Connection: connection.ID},
		})
		d.check(err)
		for n := range schedulesEach / environmentsEach {
			d.addSchedule(ctx, environment.ID, n)
		}
	}
	d.exec(`UPDATE environments SET snapshot = $1, deployed_commit = 'c0ffee' WHERE organization_id = $2`, packed.ID, d.by.Organization)
	d.exec(`INSERT INTO environment_nodes (organization_id, environment_id, node_id, state, run_id)
		SELECT e.organization_id, e.id, '00000000-0000-4000-8000-' || lpad(n::text, 12, '0'), $1, 0 FROM environments e, generate_series(0, $2 - 1) n
		WHERE e.organization_id = $3`, deployedState(), nodesEach, d.by.Organization)
}

// deployedState returns what stands for the stored state of a deployed node: about as long as that of a table with ten columns.
func deployedState() string {
	columns := strings.Repeat(`{"name":"SOME_COLUMN","type":"varchar","nullable":true},`, 10)
	return `{"name":"ORDERS","columns":[` + strings.TrimSuffix(columns, ",") + `]}`
}

// addSchedule adds a schedule that runs one chain of nodes. It is due once a year; the test sets when.
func (d *deployment) addSchedule(ctx context.Context, environment ids.Environment, chain int) {
	d.t.Helper()
	_, err := d.db.Schedules().Create(ctx, d.by, schedule.Schedule{
		Organization: d.by.Organization, ID: ids.New[ids.Schedule](), Environment: environment, Name: fmt.Sprint("Chain ", chain),
		Run: schedule.RunSpec{Include: fmt.Sprintf("+{ C%d_%d }", chain, nodesOfARun-1)}, Trigger: schedule.Trigger{Cron: "0 0 1 1 *"},
		Retry: schedule.Retry{From: schedule.FromBeginning}, Overlap: schedule.Queue, Missed: schedule.FireOnce,
		NextDue: dayStart(), CreatedAt: time.Now(), Owner: d.by.User,
	})
	d.check(err)
}

// projectFiles returns a project of chains of nodes.
func projectFiles() map[string][]byte {
	files := map[string][]byte{
		"data.yml":      []byte("fileVersion: 3\nplatformKind: postgres\n"),
		"locations.yml": []byte("fileVersion: 1\nlocations:\n  - STG\n"),
	}
	for i := range nodesEach {
		chain, position := i/nodesOfARun, i%nodesOfARun
		from := "(VALUES (1, 'x')) AS s(id, name)"
		if position > 0 {
			from = fmt.Sprintf("{{ ref('STG', 'C%d_%d') }} AS s", chain, position-1)
		}
		files[fmt.Sprintf("nodes/STG-C%d_%d.sql", chain, position)] = fmt.Appendf(nil,
			"@id(\"00000000-0000-4000-8000-%012d\")\n@nodeType(\"Stage\")\nSELECT s.id AS id, s.name AS name FROM %s\n", i, from)
	}
	return files
}

// copyOrganization copies the first organization. The ids of the copies have a suffix.
func (d *deployment) copyOrganization() {
	d.t.Helper()
	for _, table := range []struct {
		name string
		ids  []string // columns that refer to something of the organization
	}{
		{"organizations", []string{"id", "subdomain"}},
		{"users", []string{"organization_id", "id"}},
		{"connections", []string{"organization_id", "id"}},
		{"projects", []string{"organization_id", "id"}},
		{"environments", []string{"organization_id", "project_id", "connection_id", "created_by"}},
		{"project_snapshots", []string{"organization_id"}},
		{"environment_nodes", []string{"organization_id"}},
		{"schedules", []string{"organization_id", "id", "created_by", "owner_id"}},
	} {
		d.copyTable(table.name, table.ids)
	}
}

func (d *deployment) copyTable(table string, identifying []string) {
	d.t.Helper()
	var columns string
	d.check(d.raw.QueryRowContext(d.t.Context(), `SELECT string_agg(column_name, ', ' ORDER BY ordinal_position) FROM information_schema.columns
		WHERE table_schema = 'public' AND table_name = $1`, table).Scan(&columns))
	values := ", " + columns + ", "
	for _, column := range identifying {
		values = strings.ReplaceAll(values, ", "+column+", ", ", s."+column+" || '-' || n, ")
	}
	organization := "organization_id"
	if table == "organizations" {
		organization = "id"
	}
	d.exec(`INSERT INTO `+table+` (`+columns+`) SELECT `+strings.Trim(values, ", ")+` FROM `+table+` s, generate_series(2, $1::int) n WHERE s.`+organization+` = $2`,
		d.size.organizations, d.by.Organization)
}
