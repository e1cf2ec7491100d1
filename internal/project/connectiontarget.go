package project

import (
	"context"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/enginekind"
)

// Target returns what connects to the engine of an environment or workspace: the connection with its opened secret or with
// the environment's own user, and the databases that an embedded engine attaches. It checks that the project may still
// use the connection.
func (s *Connections) Target(ctx context.Context, use EngineUse) (engine.Connection, error) {
	at, err := s.Targets.Find(ctx, use.Organization, use.Target)
	if err != nil {
		return engine.Connection{}, err
	}
	connection := at.Connection
	if use.Connection != "" && use.Connection != connection.ID {
		if connection, err = s.Store.Find(ctx, use.Organization, use.Connection); err != nil {
			return engine.Connection{}, err
		}
	}
	if err := connection.CheckPermits(at.Project); err != nil {
		return engine.Connection{}, err
	}
	target, err := s.opened(ctx, &at, &connection)
	if err != nil || !enginekind.IsEmbedded(target.Kind) {
		return target, err
	}
	var mapped []RunTarget
	if at.OwnFile == "" || at.IsWorkspace && at.mapsDatabases(&connection) {
		if mapped, err = s.Targets.Mapped(ctx, use.Organization); err != nil {
			return engine.Connection{}, err
		}
	}
	target.Databases = at.databases(&connection, mapped)
	return target, nil
}

// opened returns a connection with the user and the opened secret that a run target uses.
func (s *Connections) opened(ctx context.Context, at *RunTarget, connection *Connection) (engine.Connection, error) {
	if at.ConnectionUser == "" {
		secret, err := s.secret(connection)
		if err != nil {
			return engine.Connection{}, err
		}
		return s.target(ctx, connection, secret)
	}
	own := ownUser{connections: s, connection: connection, name: at.ConnectionUser}
	secret, err := own.open(at)
	if err != nil {
		return engine.Connection{}, err
	}
	return s.target(ctx, own.applied(), secret)
}
