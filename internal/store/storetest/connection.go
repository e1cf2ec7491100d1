package storetest

import (
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

func connectionCases() cases {
	return cases{
		"a created object is found":                    connectionIsFound,
		"a change is returned and stored":              connectionChangeIsStored,
		"the default connection is not deleted":        defaultConnectionStays,
		"a used connection is not deleted":             usedConnectionStays,
		"a deleted object is not found":                connectionIsDeleted,
		"another organization does not see it":         connectionIsOfOneOrganization,
		"an organization has one default":              oneDefaultConnection,
		"a change that fails changes nothing":          failedConnectionChange,
		"the default connection is found":              defaultConnection,
		"the first data folder stays bound":            firstDataFolderStays,
		"one of many concurrent data folders is bound": dataFoldersAtOnce,
	}
}

func connectionIsFound(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	found, err := o.db.Connections().Find(t.Context(), o.Organization.ID, o.Connection.ID)
	ok(t, err)
	equal(t, found, o.Connection)

	connection := o.newConnection()
	connection.Settings = map[string]any{
		"host": "Ωδ.example", "port": 5432.0, "options": map[string]any{"a": []any{true, nil, "<&>"}}, "nul": "\x00",
	}
	ok(t, o.db.Connections().Create(t.Context(), o.admin.actor, connection))
	found, err = o.db.Connections().Find(t.Context(), o.Organization.ID, connection.ID)
	ok(t, err)
	equal(t, found, connection)
	_, err = o.db.Connections().Find(t.Context(), o.Organization.ID, "nothing")
	refused(t, err, fault.NotFound, "connection nothing")
}

func connectionChangeIsStored(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	connection := o.connection(t)
	for _, change := range []func(*project.Connection){
		func(c *project.Connection) { c.Name, c.Settings = "Other", map[string]any{"host": "elsewhere"} },
		func(c *project.Connection) { c.SealedSecret = "" },
		func(c *project.Connection) { c.WorkerLabel, c.MaxRuns = "eu", 3 },
		func(c *project.Connection) { c.SealedSecret, c.Settings = "v1.another", nil },
	} {
		change(&connection)
		changed, err := o.db.Connections().Change(t.Context(), o.admin.actor, connection.ID, func(c *project.Connection) error {
			change(c)
			return nil
		})
		ok(t, err)
		equal(t, changed, connection)
		found, err := o.db.Connections().Find(t.Context(), o.Organization.ID, connection.ID)
		ok(t, err)
		equal(t, found, connection)
	}
}

func defaultConnectionStays(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	refused(t, o.db.Connections().Delete(t.Context(), o.admin.actor, o.Connection.ID), fault.Conflict, "default")
	_, err := o.db.Connections().Find(t.Context(), o.Organization.ID, o.Connection.ID)
	ok(t, err)
}

func usedConnectionStays(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	connection := o.connection(t)
	draft := newEnvironment(o.project(t).ID)
	draft.Settings.Connection = connection.ID
	environment, err := o.db.Environments().Create(t.Context(), o.admin.actor, draft)
	ok(t, err)
	refused(t, o.db.Connections().Delete(t.Context(), o.admin.actor, connection.ID), fault.Conflict, "1 environments")

	_, err = o.db.Environments().Change(t.Context(), o.admin.actor, environment.ID, func(e *project.Environment) error {
		e.Settings.Connection = ""
		return nil
	})
	ok(t, err)
	ok(t, o.db.Connections().Delete(t.Context(), o.admin.actor, connection.ID))
}

func connectionIsDeleted(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	connection := o.connection(t)
	ok(t, o.db.Connections().Delete(t.Context(), o.admin.actor, connection.ID))
	_, err := o.db.Connections().Find(t.Context(), o.Organization.ID, connection.ID)
	refused(t, err, fault.NotFound)
	refused(t, o.db.Connections().Delete(t.Context(), o.admin.actor, connection.ID), fault.NotFound)
}

func connectionIsOfOneOrganization(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	connection := o.connection(t)
	connections := o.db.Connections()
	_, err := connections.Find(t.Context(), other.Organization.ID, connection.ID)
	refused(t, err, fault.NotFound)
	_, err = connections.Change(t.Context(), other.admin.actor, connection.ID, func(*project.Connection) error {
		t.Error("a stranger was about to change a connection")
		return nil
	})
	refused(t, err, fault.NotFound)
	refused(t, connections.Delete(t.Context(), other.admin.actor, connection.ID), fault.NotFound)
	listed, err := connections.List(t.Context(), other.sees(), ordered("id"))
	ok(t, err)
	equal(t, listed.Total, 1)
	equal(t, listed.Items[0].ID, other.Connection.ID)
}

func oneDefaultConnection(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	second := project.DefaultConnection(o.Organization.ID, noon())
	if err := o.db.Connections().Create(t.Context(), o.admin.actor, second); err == nil {
		t.Error("an organization got a second default connection")
	}
	listed, err := o.db.Connections().List(t.Context(), o.sees(), ordered("id"))
	ok(t, err)
	equal(t, connectionIDs(listed.Items), []ids.Connection{o.Connection.ID})
}

func failedConnectionChange(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	connection := o.connection(t)
	_, err := o.db.Connections().Change(t.Context(), o.admin.actor, connection.ID, func(c *project.Connection) error {
		c.Name = "Other"
		return fault.New(fault.Invalid, "second thoughts")
	})
	refused(t, err, fault.Invalid, "second thoughts")
	found, err := o.db.Connections().Find(t.Context(), o.Organization.ID, connection.ID)
	ok(t, err)
	equal(t, found, connection)
}

func connectionIDs(connections []project.Connection) []ids.Connection {
	found := make([]ids.Connection, len(connections))
	for i, connection := range connections {
		found[i] = connection.ID
	}
	return found
}

func defaultConnection(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	o.connection(t)
	found, err := o.db.Connections().Default(t.Context(), o.Organization.ID)
	ok(t, err)
	equal(t, found, o.Connection)
	_, err = o.db.Connections().Default(t.Context(), "nobody")
	refused(t, err, fault.NotFound)
}

func firstDataFolderStays(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	for _, dataFolderID := range []string{"here", "there", "here"} {
		bound, err := o.db.Connections().BindDataFolder(t.Context(), o.Organization.ID, o.Connection.ID, dataFolderID)
		ok(t, err)
		equal(t, bound, "here")
	}
	for _, id := range []ids.Connection{"nothing", o.Connection.ID} {
		_, err := o.db.Connections().BindDataFolder(t.Context(), other.Organization.ID, id, "there")
		refused(t, err, fault.NotFound, "connection "+string(id))
	}
	found, err := o.db.Connections().Find(t.Context(), o.Organization.ID, o.Connection.ID)
	ok(t, err)
	equal(t, found, o.Connection)
}

func dataFoldersAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	bound := make([]string, 10)
	for _, err := range together(len(bound), func(i int) (err error) {
		bound[i], err = o.db.Connections().BindDataFolder(t.Context(), o.Organization.ID, o.Connection.ID, unique())
		return err
	}) {
		ok(t, err)
	}
	for _, dataFolderID := range bound {
		equal(t, dataFolderID, bound[0])
	}
	equal(t, bound[0] != "", true)
}
