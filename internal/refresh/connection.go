package refresh

import (
	"context"

	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/snapshot"
)

// ResolveConnection finds the connection of an environment, and binds an embedded engine to the first data folder that uses it,
// because its files exist only there.
func (s *Service) ResolveConnection(ctx context.Context, e project.Environment) (snapshot.ResolvedConnection, error) {
	connection, err := s.connection(ctx, e)
	if err != nil {
		return snapshot.ResolvedConnection{}, err
	}
	found := snapshot.ResolvedConnection{Kind: string(connection.Platform), Connection: connection.ID, WorkerLabel: connection.WorkerLabel}
	if enginekind.IsEmbedded(found.Kind) {
		found.DataFolderID, err = s.options.Connections.BindDataFolder(ctx, e.Organization, connection.ID, s.options.DataFolderID)
	}
	return found, err
}

func (s *Service) connection(ctx context.Context, e project.Environment) (project.Connection, error) {
	if e.Settings.Connection == "" {
		return s.options.Connections.Default(ctx, e.Organization)
	}
	return s.options.Connections.Find(ctx, e.Organization, e.Settings.Connection)
}
