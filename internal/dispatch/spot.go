package dispatch

import (
	"context"

	"github.com/millrace/millrace/internal/deployed"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

// spot is where the data of an environment is.
type spot struct {
	kind       string
	connection ids.Connection
	home       string // the data folder whose process must do the work; empty when any can
}

// spot finds the connection of an environment, and binds an embedded engine to the first data folder that uses it: its
// files are there and nowhere else.
func (s *Runs) spot(ctx context.Context, e project.Environment) (spot, error) {
	connection, err := s.connection(ctx, e)
	if err != nil {
		return spot{}, err
	}
	found := spot{kind: string(connection.Platform), connection: connection.ID}
	if engine.IsEmbedded(found.kind) {
		found.home, err = s.options.Connections.Settle(ctx, e.Organization, connection.ID, s.options.Home)
	}
	return found, err
}

func (s *Runs) connection(ctx context.Context, e project.Environment) (project.Connection, error) {
	if e.Settings.Connection == "" {
		return s.options.Connections.Default(ctx, e.Organization)
	}
	return s.options.Connections.Find(ctx, e.Organization, e.Settings.Connection)
}

func (at spot) place(e project.Environment, parameters map[string]any) deployed.Place {
	return at.site().Place(e.Settings.Mappings, parameters)
}

func (at spot) site() deployed.Site {
	return deployed.Site{Kind: at.kind, Connection: at.connection, Home: at.home}
}

// Site finds where the data of an environment is.
func (s *Runs) Site(ctx context.Context, e project.Environment) (deployed.Site, error) {
	at, err := s.spot(ctx, e)
	return at.site(), err
}
