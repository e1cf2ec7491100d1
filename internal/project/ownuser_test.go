package project_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

const ownPassword = "eigen-91c2"

// ownUserEnvironment makes an environment with its own user of a new connection.
func (d *fixture) ownUserEnvironment(t *testing.T) (project.Environment, project.Connection) {
	t.Helper()
	connection, err := d.connections.Create(t.Context(), d.by, warehouse())
	if err != nil {
		t.Fatal(err)
	}
	made, err := d.environments.CreateFrom(t.Context(), d.by, project.EnvironmentDraft{
		Project: d.project(t).ID, Name: "Production", ConnectionSecret: map[string]string{"password": ownPassword},
		Settings: project.EnvironmentSettings{Connection: connection.ID, ConnectionUser: "prod"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return made, connection
}

func TestEnvironmentHasItsOwnUser(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	made, connection := d.ownUserEnvironment(t)
	target := d.target(t, made.ID)
	if target.Settings["user"] != "prod" || target.Secret["password"] != ownPassword || target.Settings["host"] != "localhost" {
		t.Errorf("the target has %v", target.Settings)
	}
	stored := d.row(t, `SELECT sealed_secret || connection_user FROM environments`)
	if strings.Contains(stored+fmt.Sprintf("%+v", made), ownPassword) || made.Settings.ConnectionUser != "prod" {
		t.Errorf("the secret is not sealed, or the user is %q", made.Settings.ConnectionUser)
	}
	// Another environment of the connection has the connection's user.
	other := d.environment(t, project.EnvironmentSettings{Connection: connection.ID})
	if target := d.target(t, other.ID); target.Settings["user"] != "millrace" || target.Secret["password"] != password {
		t.Errorf("another environment has user %v", target.Settings["user"])
	}
	// A sealed secret that was copied to another environment does not open there.
	d.row(t, `UPDATE environments SET sealed_secret = $1, connection_user = 'prod' WHERE id = $2 RETURNING id`, made.Settings.SealedSecret, other.ID)
	_, err := d.connections.Target(t.Context(), project.EngineUse{Organization: d.by.Organization, Target: other.ID})
	if !fault.Is(err, fault.Unavailable) {
		t.Errorf("a copied secret: %v", err)
	}
}

func TestUpdateOfAnEnvironmentsUser(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	made, connection := d.ownUserEnvironment(t)
	secret := func(text string) project.Optional[map[string]string] {
		return project.Some(map[string]string{"password": text})
	}
	for _, step := range []struct {
		name           string
		patch          project.EnvironmentPatch
		kind           fault.Kind
		user, password string
	}{
		{"a new name keeps it", project.EnvironmentPatch{Name: project.Some("Other")}, "", "prod", ownPassword},
		{"the same user keeps it", project.EnvironmentPatch{ConnectionUser: project.Some("prod")}, "", "prod", ownPassword},
		{"a new user needs a secret", project.EnvironmentPatch{ConnectionUser: project.Some("x")}, fault.Invalid, "prod", ownPassword},
		{"a new secret replaces it", project.EnvironmentPatch{ConnectionSecret: secret("b")}, "", "prod", "b"},
		{"a new user with its secret", project.EnvironmentPatch{ConnectionUser: project.Some("x"), ConnectionSecret: secret("c")}, "", "x", "c"},
		{"an unknown secret", project.EnvironmentPatch{ConnectionSecret: project.Some(map[string]string{"pin": "1"})}, fault.Invalid, "x", "c"},
		{"an embedded connection", project.EnvironmentPatch{
			Connection: project.Some(ids.Connection("")), ConnectionSecret: secret("c"),
		}, fault.Invalid, "x", "c"},
		{"another connection needs the secret", project.EnvironmentPatch{Connection: project.Some(ids.Connection(""))}, fault.Invalid, "x", "c"},
		{"no secret", project.EnvironmentPatch{ConnectionSecret: project.Optional[map[string]string]{Given: true}}, "", "x", ""},
		{"none uses the connection's", project.EnvironmentPatch{ConnectionUser: project.Some("")}, "", "millrace", password},
		{"a secret alone", project.EnvironmentPatch{ConnectionSecret: secret("d")}, fault.Invalid, "millrace", password},
	} {
		_, err := d.environments.Update(t.Context(), d.by, made.ID, step.patch)
		if step.kind == "" && err != nil || step.kind != "" && !fault.Is(err, step.kind) {
			t.Fatalf("%s: %v", step.name, err)
		}
		if target := d.target(t, made.ID); target.Settings["user"] != step.user || target.Secret["password"] != step.password {
			t.Errorf("%s: the user is %v", step.name, target.Settings["user"])
		}
	}
	_, err := d.environments.Update(t.Context(), d.by, made.ID, project.EnvironmentPatch{ConnectionUser: project.Some("x"), ConnectionSecret: secret("c")})
	if err != nil {
		t.Fatal(err)
	}
	// The secret does not follow the connection to another server.
	_, err = d.connections.Update(t.Context(), d.by, connection.ID, project.ConnectionPatch{
		Settings: project.Some(map[string]any{"host": "collector.example", "database": "shop", "user": "u"}), Secret: secret("e"),
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.connections.Target(t.Context(), project.EngineUse{Organization: d.by.Organization, Target: made.ID})
	if !fault.Is(err, fault.Unavailable) || strings.Contains(err.Error(), `"c"`) {
		t.Errorf("after the connection has moved: %v", err)
	}
}

func TestEmbeddedEngineHasNoUsers(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	for name, draft := range map[string]project.EnvironmentDraft{
		"a user":           {Settings: project.EnvironmentSettings{ConnectionUser: "x"}},
		"a user's secret":  {Settings: project.EnvironmentSettings{ConnectionUser: "x"}, ConnectionSecret: map[string]string{"password": "p"}},
		"a secret without": {ConnectionSecret: map[string]string{"password": "p"}},
	} {
		draft.Project, draft.Name = d.project(t).ID, "Production"
		if _, err := d.environments.CreateFrom(t.Context(), d.by, draft); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
