package refresh

import (
	"context"

	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/snapshot"
)

// resolvedConnection is where the data of an environment is.
type resolvedConnection struct {
	kind       string
	connection ids.Connection
	home       string // the data folder whose process must do the work; empty when any can
}

// resolvedConnection finds the connection of an environment, and binds an embedded engine to the first data folder that uses it: its
// files are there and nowhere else.
func (s *Service) resolveConnection(ctx context.Context, e project.Environment) (resolvedConnection, error) {
	connection, err := s.connection(ctx, e)
	if err != nil {
		return resolvedConnection{}, err
	}
	found := resolvedConnection{kind: string(connection.Platform), connection: connection.ID}
	if enginekind.IsEmbedded(found.kind) {
		found.home, err = s.options.Connections.BindDataFolder(ctx, e.Organization, connection.ID, s.options.DataFolderID)
	}
	return found, err
}

func (s *Service) connection(ctx context.Context, e project.Environment) (project.Connection, error) {
	if e.Settings.Connection == "" {
		return s.options.Connections.Default(ctx, e.Organization)
	}
	return s.options.Connections.Find(ctx, e.Organization, e.Settings.Connection)
}

func (at resolvedConnection) place(e project.Environment, parameters map[string]any) snapshot.CompileTarget {
	return at.site().Target(e.Settings.Mappings, parameters)
}

func (at resolvedConnection) site() snapshot.ResolvedConnection {
	return snapshot.ResolvedConnection{Kind: at.kind, Connection: at.connection, DataFolderID: at.home}
}

// ResolveConnection finds where the data of an environment is.
func (s *Service) ResolveConnection(ctx context.Context, e project.Environment) (snapshot.ResolvedConnection, error) {
	at, err := s.resolveConnection(ctx, e)
	return at.site(), err
}
