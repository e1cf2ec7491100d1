package project

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// ownUser is the user that an environment has instead of the one of its connection. The zero value is none and changes
// nothing.
type ownUser struct {
	connections *Connections
	connection  *Connection // of the environment
	name        string
	secret      map[string]string
	// isChange says that the environment gets or loses the user by this change; before is the environment that it is for.
	isChange bool
	before   EnvironmentSettings
}

// ownUser checks the user of a new or changed environment together with its secret.
func (s *Environments) ownUser(ctx context.Context, e *Environment, secret map[string]string) (ownUser, error) {
	name := e.Settings.ConnectionUser
	switch {
	case name == "" && len(secret) > 0:
		return ownUser{}, fault.New(fault.Invalid, "connectionSecret needs connectionUser").WithHint("Send both.")
	case name == "":
		return ownUser{isChange: true}, nil
	case s.connections == nil:
		return ownUser{}, fault.New(fault.Unsupported, "environments of this server cannot have a connectionUser")
	}
	connection, err := s.connections.of(ctx, e)
	if err != nil {
		return ownUser{}, err
	}
	if enginekind.IsEmbedded(string(connection.Platform)) {
		return ownUser{}, fault.New(fault.Invalid, "connection %q is %s, which has no users", connection.Name, connection.Platform).
			WithHint("Leave connectionUser and connectionSecret out, or send null: each environment has its own database file there.")
	}
	own := ownUser{connections: s.connections, connection: &connection, name: name, secret: secret, isChange: true}
	return own, own.check(ctx)
}

// of returns the connection of an environment.
func (s *Connections) of(ctx context.Context, e *Environment) (Connection, error) {
	if e.Settings.Connection == "" {
		return s.Store.Default(ctx, e.Organization)
	}
	return s.Store.Find(ctx, e.Organization, e.Settings.Connection)
}

// changedUser returns the user that an environment has after a change. A new user or connection needs the secret again:
// otherwise an editor could send it to another server.
func (s *Environments) changedUser(ctx context.Context, organization ids.Organization, id ids.Environment, patch EnvironmentPatch) (ownUser, error) {
	if !patch.ConnectionUser.Given && !patch.ConnectionSecret.Given && !patch.Connection.Given {
		return ownUser{}, nil
	}
	environment, err := s.store.Find(ctx, organization, id)
	if err != nil {
		return ownUser{}, err
	}
	before := environment.Settings
	patch.apply(&environment)
	after := environment.Settings
	isMoved := before.Connection != after.Connection || before.ConnectionUser != after.ConnectionUser
	switch {
	case after.ConnectionUser == "" && before.ConnectionUser == "" && !patch.ConnectionSecret.Given, !isMoved && !patch.ConnectionSecret.Given:
		return ownUser{}, nil
	case after.ConnectionUser != "" && !patch.ConnectionSecret.Given:
		return ownUser{}, fault.New(fault.Invalid, "a new connection or connectionUser of environment %d needs connectionSecret", id).
			WithHint("Send connectionSecret too, null for none; or connectionUser null to use the user of the connection.")
	}
	own, err := s.ownUser(ctx, &environment, patch.ConnectionSecret.Value)
	own.before = before
	return own, err
}

// confirm checks that an environment is still the one that the user was checked for.
func (u ownUser) confirm(e *Environment) error {
	if u.isChange && (e.Settings.Connection != u.before.Connection || e.Settings.ConnectionUser != u.before.ConnectionUser) {
		return fault.New(fault.Conflict, "environment %d was changed by another request", e.ID).WithHint("Read it again and retry.")
	}
	return nil
}

// seal stores the sealed secret in an environment that has its number.
func (u ownUser) seal(e *Environment) error {
	if !u.isChange {
		return nil
	}
	e.Settings.SealedSecret = ""
	if len(u.secret) == 0 {
		return nil
	}
	var err error
	e.Settings.SealedSecret, err = u.connections.seal(u.secret, u.sealContext(e.Organization, e.ID))
	return err
}

// open returns the opened secret of a run target.
func (u ownUser) open(at *RunTarget) (map[string]string, error) {
	if at.SealedSecret == "" {
		return map[string]string{}, nil
	}
	plain, err := u.connections.Sealer.Open(at.SealedSecret, u.sealContext(u.connection.Organization, at.ID))
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "cannot open the connectionSecret of %s", at).
			WithHint("The connection leads to another server than before, or the server's key was changed. Set connectionUser and connectionSecret again.")
	}
	var secret map[string]string
	return secret, json.Unmarshal(plain, &secret)
}

// sealContext binds the secret to the environment and to the server that the connection leads to.
func (u ownUser) sealContext(organization ids.Organization, id ids.Environment) string {
	return EnvironmentSealContext(u.connection, organization, id)
}

// EnvironmentSealContext binds the secret of an environment's own user to the environment and to the server that the connection
// leads to.
func EnvironmentSealContext(connection *Connection, organization ids.Organization, id ids.Environment) string {
	return fmt.Sprintf("environment/%s/%d/%s/%s", organization, id, connection.ID, connection.Server())
}

// applied returns the connection with the environment's user.
func (u ownUser) applied() *Connection {
	applied := *u.connection
	applied.Settings = maps.Clone(applied.Settings)
	if applied.Settings == nil {
		applied.Settings = map[string]any{}
	}
	applied.Settings["user"] = u.name
	return &applied
}

// check lets the driver check the user and the secret. It does not connect.
func (u ownUser) check(ctx context.Context) error {
	driver, err := u.connections.Engines.Lookup(string(u.connection.Platform))
	if err != nil {
		return err
	}
	target, err := u.connections.target(ctx, u.applied(), u.secret)
	if err != nil {
		return err
	}
	return driver.Check(target)
}
