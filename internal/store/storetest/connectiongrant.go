package storetest

import (
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

func connectionGrantCases() cases {
	return cases{
		"the projects of a connection are stored":         grantsAreStored,
		"a deleted project leaves no grant":               grantEndsWithItsProject,
		"an administrator's use adds the project":         useAddsTheProject,
		"others need the grant":                           useNeedsTheGrant,
		"users see the connections of their projects":     grantedConnectionsAreListed,
		"a grant to a project that is missing is refused": grantToNothing,
	}
}

// grantTo sets the projects of a connection.
func (o *tenant) grantTo(t *testing.T, id ids.Connection, projects ...ids.Project) {
	t.Helper()
	_, err := o.db.Connections().Change(t.Context(), o.admin.actor, id, func(c *project.Connection) error {
		c.Projects = projects
		return nil
	})
	ok(t, err)
}

// grants checks which projects may use a connection.
func (o *tenant) grants(t *testing.T, id ids.Connection, want ...ids.Project) {
	t.Helper()
	found, err := o.db.Connections().Find(t.Context(), o.Organization.ID, id)
	ok(t, err)
	slices.Sort(want)
	equal(t, found.Projects, want)
	listed, err := o.db.Connections().List(t.Context(), o.sees(), ordered("id"))
	ok(t, err)
	for _, c := range listed.Items {
		if c.ID == id {
			equal(t, c.Projects, want)
		}
	}
}

func grantsAreStored(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	one, two, three := o.project(t).ID, o.project(t).ID, o.project(t).ID
	connection := o.newConnection()
	connection.Projects = []ids.Project{one, two}
	slices.Sort(connection.Projects)
	ok(t, o.db.Connections().Create(t.Context(), o.admin.actor, connection))
	o.grants(t, connection.ID, one, two)
	found, err := o.db.Connections().Find(t.Context(), o.Organization.ID, connection.ID)
	ok(t, err)
	equal(t, found, connection)
	o.grantTo(t, connection.ID, two, three)
	o.grants(t, connection.ID, two, three)
	changed, err := o.db.Connections().Change(t.Context(), o.admin.actor, connection.ID, func(c *project.Connection) error {
		c.AllProjects, c.Projects = true, nil
		return nil
	})
	ok(t, err)
	equal(t, changed.AllProjects, true)
	o.grants(t, connection.ID)
	byDefault, err := o.db.Connections().Default(t.Context(), o.Organization.ID)
	ok(t, err)
	equal(t, byDefault.AllProjects, true)
}

func grantEndsWithItsProject(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	one, two, connection := o.project(t).ID, o.project(t).ID, o.connection(t)
	o.grantTo(t, connection.ID, one, two)
	ok(t, o.db.Projects().Delete(t.Context(), o.admin.actor, one))
	o.grants(t, connection.ID, two)
	ok(t, o.db.Connections().Delete(t.Context(), o.admin.actor, connection.ID))
	ok(t, o.db.Projects().Delete(t.Context(), o.admin.actor, two))
}

func useAddsTheProject(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	one, two, three, connection := o.project(t).ID, o.project(t).ID, o.project(t).ID, o.connection(t)
	draft := newEnvironment(one)
	draft.Settings.Connection = connection.ID
	_, err := o.db.Environments().Create(t.Context(), o.admin.actor, draft)
	ok(t, err)
	o.grants(t, connection.ID, one)
	_, err = o.db.Environments().Change(t.Context(), o.admin.actor, o.environment(t, two).ID, func(e *project.Environment) error {
		e.Settings.Connection = connection.ID
		return nil
	})
	ok(t, err)
	workspace := newWorkspace(three)
	workspace.Settings.Connection = connection.ID
	_, err = o.db.Workspaces().Create(t.Context(), o.admin.actor, workspace)
	ok(t, err)
	o.grants(t, connection.ID, one, two, three)
}

func useNeedsTheGrant(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user := o.person(t, account.OrganizationContributor)
	p, connection := o.project(t).ID, o.connection(t)
	before := o.environment(t, p)
	use := func() []error {
		draft, workspace := newEnvironment(p), newWorkspace(p)
		draft.Settings.Connection, workspace.Settings.Connection = connection.ID, connection.ID
		_, created := o.db.Environments().Create(t.Context(), user.actor, draft)
		_, changed := o.db.Environments().Change(t.Context(), user.actor, before.ID, func(e *project.Environment) error {
			e.Settings.Connection = connection.ID
			return nil
		})
		_, made := o.db.Workspaces().Create(t.Context(), user.actor, workspace)
		return []error{created, changed, made}
	}
	for _, err := range use() {
		refused(t, err, fault.Forbidden, connection.Name)
	}
	o.grants(t, connection.ID)
	found, err := o.db.Environments().Find(t.Context(), o.Organization.ID, before.ID)
	ok(t, err)
	equal(t, found.Settings.Connection, "")
	o.grantTo(t, connection.ID, p)
	for _, err := range use() {
		ok(t, err)
	}
}

func grantedConnectionsAreListed(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user, mine, theirs := o.member(t), o.project(t).ID, o.project(t).ID
	o.grant(t, user.ID, account.ProjectGrant{Project: mine, Role: account.ProjectMember})
	granted, other, unused := o.connection(t), o.connection(t), o.connection(t)
	o.grantTo(t, granted.ID, mine)
	o.grantTo(t, other.ID, theirs)
	list := func(by person) []ids.Connection {
		listed, err := o.db.Connections().List(t.Context(), by.actor.Sees(), ordered("id"))
		ok(t, err)
		found := make([]ids.Connection, len(listed.Items))
		for i, c := range listed.Items {
			found[i] = c.ID
		}
		return found
	}
	want := []ids.Connection{o.Connection.ID, granted.ID}
	slices.Sort(want)
	equal(t, list(user), want)
	want = append(want, other.ID, unused.ID)
	slices.Sort(want)
	equal(t, list(o.admin), want)
}

func grantToNothing(t *testing.T, w suiteContext) {
	o, stranger := w.tenant(t), w.tenant(t)
	connection := o.connection(t)
	for _, id := range []ids.Project{"nothing", stranger.project(t).ID} {
		_, err := o.db.Connections().Change(t.Context(), o.admin.actor, connection.ID, func(c *project.Connection) error {
			c.Projects = []ids.Project{id}
			return nil
		})
		refused(t, err, fault.Invalid, string(id))
	}
	o.grants(t, connection.ID)
}
