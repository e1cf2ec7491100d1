package project_test

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/project"
)

// password must be found nowhere but in the engine.
const password = "geheim-7f3a"

// warehouse is a PostgreSQL connection with a secret.
func warehouse() project.ConnectionDraft {
	return project.ConnectionDraft{
		Name: "Warehouse", Platform: project.Postgres,
		Settings: map[string]any{"host": "localhost", "port": 5432.0, "database": "shop", "user": "millrace"},
		Secret:   map[string]string{"password": password},
	}
}

// opened is the secret of a connection, as it is stored.
func (d *fixture) opened(t *testing.T, connection project.Connection) map[string]string {
	t.Helper()
	sealed := d.row(t, `SELECT sealed_secret FROM connections WHERE id = $1`, string(connection.ID))
	if sealed == "" {
		return nil
	}
	plain, err := d.connections.Sealer.Open(sealed, "connection/"+string(connection.Organization)+"/"+string(connection.ID))
	if err != nil {
		t.Fatal(err)
	}
	var secret map[string]string
	if err := json.Unmarshal(plain, &secret); err != nil {
		t.Fatal(err)
	}
	return secret
}

func TestSecretIsSealed(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	connection, err := d.connections.Create(t.Context(), d.by, warehouse())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"password": password}, d.opened(t, connection)); diff != "" {
		t.Errorf("the sealed secret is not the one given: %s", diff)
	}
	found, err := d.connections.Get(t.Context(), d.by.Organization, connection.ID)
	if err != nil {
		t.Fatal(err)
	}
	whole := d.row(t, `SELECT id || name || platform || settings || sealed_secret FROM connections WHERE id = $1`, string(connection.ID))
	for where, text := range map[string]string{
		"the row": whole, "what was created": fmt.Sprintf("%v %+v %#v", connection, connection, connection),
		"what is found": fmt.Sprintf("%v %+v %#v", found, found, found),
	} {
		if strings.Contains(text, password) {
			t.Errorf("%s holds the secret: %s", where, text)
		}
	}
	for _, suffix := range []string{"", "-wal"} {
		file, err := os.ReadFile(filepath.Join(d.folder, "millrace.db"+suffix))
		if err == nil && strings.Contains(string(file), password) {
			t.Errorf("the file millrace.db%s holds the secret", suffix)
		}
	}
}

// TestSecretIsBoundToItsRow: a sealed secret that was copied to another connection does not open there.
func TestSecretIsBoundToItsRow(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	first, err := d.connections.Create(t.Context(), d.by, warehouse())
	if err != nil {
		t.Fatal(err)
	}
	second, err := d.connections.Create(t.Context(), d.by, warehouse())
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.db.Connections().Change(t.Context(), d.by, second.ID, func(c *project.Connection) error {
		c.SealedSecret = first.SealedSecret
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.connections.Test(t.Context(), d.by.Organization, second.ID); !fault.Is(err, fault.Unavailable) {
		t.Errorf("got %v, want unavailable", err)
	}
}

func TestUpdateOfASecret(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	connection, err := d.connections.Create(t.Context(), d.by, warehouse())
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := map[string]any{"host": "db", "database": "d", "user": "u"}
	for _, step := range []struct {
		name  string
		patch project.ConnectionPatch
		want  map[string]string
	}{
		{"a new name keeps it", project.ConnectionPatch{Name: project.Some("Other")}, map[string]string{"password": password}},
		{"the same settings keep it", project.ConnectionPatch{Settings: project.Some(connection.Settings)}, map[string]string{"password": password}},
		{"new settings come with it", project.ConnectionPatch{
			Settings: project.Some(elsewhere), Secret: project.Some(map[string]string{"password": "a"}),
		}, map[string]string{"password": "a"}},
		{"a new one replaces it", project.ConnectionPatch{Secret: project.Some(map[string]string{"password": "b"})}, map[string]string{"password": "b"}},
		{"none clears it", project.ConnectionPatch{Secret: project.Some(map[string]string(nil))}, nil},
		{"a new name keeps none", project.ConnectionPatch{Name: project.Some("Third")}, nil},
		{"one can be set again", project.ConnectionPatch{Secret: project.Some(map[string]string{"password": "c"})}, map[string]string{"password": "c"}},
		{"an empty one clears it", project.ConnectionPatch{Secret: project.Some(map[string]string{})}, nil},
	} {
		if _, err := d.connections.Update(t.Context(), d.by, connection.ID, step.patch); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if diff := cmp.Diff(step.want, d.opened(t, connection)); diff != "" {
			t.Errorf("%s: %s", step.name, diff)
		}
	}
}

// TestSecretDoesNotMove checks that an editor of a connection cannot send its secret to another address.
func TestSecretDoesNotMove(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	connection, err := d.connections.Create(t.Context(), d.by, warehouse())
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.connections.Update(t.Context(), d.by, connection.ID, project.ConnectionPatch{
		Settings: project.Some(map[string]any{"host": "collector.example", "database": "d", "user": "u"}),
	})
	if !fault.Is(err, fault.Invalid) {
		t.Fatalf("err = %v, want invalid", err)
	}
}

// TestSecretOfAnotherKey: what another key sealed is beyond reach, but can be replaced, as the hint says.
func TestSecretOfAnotherKey(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	connection, err := d.connections.Create(t.Context(), d.by, warehouse())
	if err != nil {
		t.Fatal(err)
	}
	d.connections.Sealer = newKeys(t)
	if _, err := d.connections.Test(t.Context(), d.by.Organization, connection.ID); !fault.Is(err, fault.Unavailable) {
		t.Errorf("test: got %v, want unavailable", err)
	}
	if _, err := d.connections.Update(t.Context(), d.by, connection.ID, project.ConnectionPatch{Name: project.Some("Other")}); !fault.Is(err, fault.Unavailable) {
		t.Errorf("update: got %v, want unavailable", err)
	}
	patch := project.ConnectionPatch{Secret: project.Some(map[string]string{"password": "new"})}
	if _, err := d.connections.Update(t.Context(), d.by, connection.ID, patch); err != nil {
		t.Fatalf("set the secret again: %v", err)
	}
	if diff := cmp.Diff(map[string]string{"password": "new"}, d.opened(t, connection)); diff != "" {
		t.Error(diff)
	}
}

func TestInvalidConnectionIsRejected(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	for name, test := range map[string]struct {
		change func(*project.ConnectionDraft)
		kind   fault.Kind
	}{
		"no name":          {func(c *project.ConnectionDraft) { c.Name = " " }, fault.Invalid},
		"long name":        {func(c *project.ConnectionDraft) { c.Name = strings.Repeat("x", 201) }, fault.Invalid},
		"control":          {func(c *project.ConnectionDraft) { c.Name = "a\x00" }, fault.Invalid},
		"no kind":          {func(c *project.ConnectionDraft) { c.Platform = "" }, fault.Invalid},
		"unknown kind":     {func(c *project.ConnectionDraft) { c.Platform = "abacus" }, fault.Invalid},
		"kind of tomorrow": {func(c *project.ConnectionDraft) { c.Platform = project.Snowflake }, fault.Unsupported},
		"unknown setting":  {func(c *project.ConnectionDraft) { c.Settings["color"] = "red" }, fault.Invalid},
		"unknown secret":   {func(c *project.ConnectionDraft) { c.Secret["pin"] = "1234" }, fault.Invalid},
		"large settings":   {func(c *project.ConnectionDraft) { c.Settings["host"] = strings.Repeat("x", 300_000) }, fault.Invalid},
		"unwritable":       {func(c *project.ConnectionDraft) { c.Settings["host"] = func() {} }, fault.Invalid},
	} {
		draft := warehouse()
		test.change(&draft)
		_, err := d.connections.Create(t.Context(), d.by, draft)
		if !fault.Is(err, test.kind) {
			t.Errorf("%s: got %v, want a fault of kind %s", name, err, test.kind)
		}
		if err != nil && strings.Contains(err.Error(), password) {
			t.Errorf("%s: the error holds the secret: %v", name, err)
		}
	}
	connection, err := d.connections.Create(t.Context(), d.by, warehouse())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.connections.Update(t.Context(), d.by, connection.ID, project.ConnectionPatch{Platform: project.DuckDB}); !fault.Is(err, fault.Invalid) {
		t.Errorf("another kind: got %v, want invalid", err)
	}
	if _, err := d.connections.Update(t.Context(), d.by, connection.ID, project.ConnectionPatch{Platform: project.Postgres}); err != nil {
		t.Errorf("the same kind: %v", err)
	}
}

func TestConnectionTestConnects(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	outcome, err := d.connections.Test(t.Context(), d.by.Organization, d.setup.Connection.ID)
	if err != nil || !outcome.Success || !strings.HasPrefix(outcome.Version, "1.") {
		t.Errorf("the embedded engine: got %+v, %v", outcome, err)
	}
	folder := filepath.Join(d.folder, "engines", string(d.by.Organization))
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("the test left %v behind, %v", left, err)
	}

	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := closed.Addr().(*net.TCPAddr).Port
	_ = closed.Close()
	draft := warehouse()
	draft.Settings["host"], draft.Settings["port"] = "127.0.0.1", float64(port)
	connection, err := d.connections.Create(t.Context(), d.by, draft)
	if err != nil {
		t.Fatal(err)
	}
	outcome, err = d.connections.Test(t.Context(), d.by.Organization, connection.ID)
	if err != nil || outcome.Success || outcome.Message == "" || outcome.Hint == "" {
		t.Errorf("a server that is not there: got %+v, %v", outcome, err)
	}
	if strings.Contains(fmt.Sprintf("%+v", outcome), password) {
		t.Errorf("the outcome holds the secret: %+v", outcome)
	}
	if _, err := d.connections.Test(t.Context(), d.by.Organization, "nothing"); !fault.Is(err, fault.NotFound) {
		t.Errorf("no connection: got %v, want not found", err)
	}
	d.testLabeled(t, connection)
}

// testLabeled tests a connection to a server that is not there, with a label. A worker with the label may reach the server, but this
// process does the test.
func (d *fixture) testLabeled(t *testing.T, connection project.Connection) {
	t.Helper()
	labeled := project.ConnectionPatch{WorkerLabel: project.Some("eu")}
	if _, err := d.connections.Update(t.Context(), d.by, connection.ID, labeled); err != nil {
		t.Fatal(err)
	}
	outcome, err := d.connections.Test(t.Context(), d.by.Organization, connection.ID)
	if err != nil || outcome.Success || !strings.Contains(outcome.Hint, "not a worker with the label eu") {
		t.Errorf("a server that is not there, with a label: got %+v, %v", outcome, err)
	}
}

func TestConnectionsAreListedAndDeleted(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	connection, err := d.connections.Create(t.Context(), d.by, warehouse())
	if err != nil {
		t.Fatal(err)
	}
	if err := d.connections.Delete(t.Context(), d.by, connection.ID); err != nil {
		t.Fatal(err)
	}
	listed, err := d.connections.List(t.Context(), d.by.Sees(), everything())
	if err != nil || listed.Total != 1 || listed.Items[0].ID != d.setup.Connection.ID {
		t.Errorf("got %+v, %v; want the default one", listed, err)
	}
}
