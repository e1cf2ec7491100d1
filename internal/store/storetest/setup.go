package storetest

import (
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

func setupCases() cases {
	return cases{
		"first start stores everything":                firstStoresEverything,
		"first start happens once":                     firstHappensOnce,
		"one of many concurrent first starts succeeds": oneFirstWins,
		"a failed setup stores nothing":                setupIsWholeOrNothing,
		"a subdomain belongs to one organization":      subdomainIsUnique,
		"organizations are found by id and name":       organizationIsFound,
		"organizations are counted":                    organizationsAreCounted,
		"a database is bound to its first key":         keyIsBound,
	}
}

func firstStoresEverything(t *testing.T, w suiteContext) {
	db := w.database(t)
	has, err := db.Setups().HasOrganization(t.Context())
	ok(t, err)
	equal(t, has, false)

	setup, err := newSetup(t).WithSample([]string{"RAW", "MART"}, noon())
	ok(t, err)
	done, err := db.Setups().First(t.Context(), setup)
	ok(t, err)
	equal(t, done, true)

	has, err = db.Setups().HasOrganization(t.Context())
	ok(t, err)
	equal(t, has, true)
	o := &tenant{db: db, keys: w.keys, Setup: setup}
	o.admin = o.signIn(t, setup.Administrator)
	o.hasSample(t)
}

// hasSample checks what a first start with the sample stores: a workspace and two environments, numbered from 1.
func (o *tenant) hasSample(t *testing.T) {
	t.Helper()
	sample := o.Sample
	projects, err := o.db.Projects().List(t.Context(), o.sees(), ordered("id"))
	ok(t, err)
	equal(t, projects.Items, []project.Project{sample.Project})

	workspaces, err := o.db.Workspaces().List(t.Context(), project.WorkspaceQuery{Sees: o.sees(), Page: ordered("id")})
	ok(t, err)
	workspace := sample.Workspace
	workspace.Organization, workspace.ID, workspace.Status = o.Organization.ID, 1, project.Waiting
	workspace.Settings.Branch = project.DefaultBranch
	equal(t, workspaces.Items, []project.Workspace{workspace})

	environments, err := o.db.Environments().List(t.Context(), project.EnvironmentQuery{Sees: o.sees(), Page: ordered("id")})
	ok(t, err)
	equal(t, environments.Total, 2)
	for i, environment := range environments.Items {
		equal(t, int64(environment.ID), int64(i+2))
		equal(t, environment.Name, sample.Environments[i].Name)
		equal(t, environment.CreatedBy.ID, o.Administrator.ID)
	}
	roles, err := o.db.Roles().Find(t.Context(), o.Organization.ID, o.Administrator.ID)
	ok(t, err)
	equal(t, roles.In(sample.Project.ID), account.ProjectAdministrator)
}

func firstHappensOnce(t *testing.T, w suiteContext) {
	db := w.database(t)
	first, second := newSetup(t), newSetup(t)
	done, err := db.Setups().First(t.Context(), first)
	ok(t, err)
	equal(t, done, true)
	for _, setup := range []project.Setup{second, first} {
		done, err = db.Setups().First(t.Context(), setup)
		ok(t, err)
		equal(t, done, false)
	}
	_, err = db.Organizations().Find(t.Context(), second.Organization.ID)
	refused(t, err, fault.NotFound)
}

func oneFirstWins(t *testing.T, w suiteContext) {
	db := w.database(t)
	const servers = 16
	setups := make([]project.Setup, servers)
	won := make([]bool, servers)
	for i := range setups {
		setups[i] = newSetup(t)
	}
	for _, err := range together(servers, func(i int) (err error) {
		won[i], err = db.Setups().First(t.Context(), setups[i])
		return err
	}) {
		ok(t, err)
	}
	winners := 0
	for i, setup := range setups {
		_, err := db.Organizations().Find(t.Context(), setup.Organization.ID)
		if won[i] {
			winners++
			ok(t, err)
			continue
		}
		refused(t, err, fault.NotFound)
	}
	equal(t, winners, 1)
}

// setupIsWholeOrNothing makes the last insert of a setup fail: an environment on an unknown connection.
func setupIsWholeOrNothing(t *testing.T, w suiteContext) {
	db := w.database(t)
	setup, err := newSetup(t).WithSample([]string{"RAW", "MART"}, noon())
	ok(t, err)
	setup.Sample.Environments[1].Settings.Connection = "nowhere"
	_, err = db.Setups().First(t.Context(), setup)
	refused(t, err, fault.Invalid, "nowhere")
	refused(t, db.Setups().Add(t.Context(), setup), fault.Invalid, "nowhere")

	has, err := db.Setups().HasOrganization(t.Context())
	ok(t, err)
	equal(t, has, false)
	users, err := db.Users().Candidates(t.Context(), "", setup.Administrator.Email)
	ok(t, err)
	equal(t, len(users), 0)
	connections, err := db.Connections().List(t.Context(), account.Visibility{Organization: setup.Organization.ID, Everything: true}, page.Request{OrderBy: "id"})
	ok(t, err)
	equal(t, connections.Total, 0)
}

func organizationsAreCounted(t *testing.T, w suiteContext) {
	db := w.database(t)
	first, second := newSetup(t), newSetup(t)
	for _, tt := range []struct {
		setup   project.Setup
		several bool
	}{{first, false}, {second, true}} {
		exists, err := db.Organizations().Exists(t.Context(), tt.setup.Organization.Name)
		ok(t, err)
		equal(t, exists, false)
		ok(t, db.Setups().Add(t.Context(), tt.setup))
		several, err := db.Organizations().HasSeveral(t.Context())
		ok(t, err)
		equal(t, several, tt.several)
		for _, text := range []string{tt.setup.Organization.Name, string(tt.setup.Organization.ID)} {
			exists, err := db.Organizations().Exists(t.Context(), text)
			ok(t, err)
			equal(t, exists, true)
		}
	}
}

func subdomainIsUnique(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	twin := newSetup(t)
	twin.Organization.Subdomain = o.Organization.Subdomain
	refused(t, o.db.Setups().Add(t.Context(), twin), fault.Conflict, o.Organization.Subdomain)
	_, err := o.db.Organizations().Find(t.Context(), twin.Organization.ID)
	refused(t, err, fault.NotFound)
}

func organizationIsFound(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	byID, err := o.db.Organizations().Find(t.Context(), o.Organization.ID)
	ok(t, err)
	equal(t, byID, o.Organization)
	byName, err := o.db.Organizations().FindBySubdomain(t.Context(), o.Organization.Subdomain)
	ok(t, err)
	equal(t, byName, o.Organization)
	_, err = o.db.Organizations().FindBySubdomain(t.Context(), "nobody")
	refused(t, err, fault.NotFound, "nobody")
}

func keyIsBound(t *testing.T, w suiteContext) {
	setups := w.database(t).Setups()
	ok(t, setups.BindKey(t.Context(), w.keys.Fingerprint()))
	refused(t, setups.BindKey(t.Context(), "another"), fault.Conflict, "key")
	ok(t, setups.BindKey(t.Context(), w.keys.Fingerprint()))
}
