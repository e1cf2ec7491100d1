package refresh

import (
	"context"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/snapshot"
)

// observeColumns looks up the columns of sources that list none, if a node needs to know them. Most projects need no engine for
// that.
func (s *Service) observeColumns(
	ctx context.Context, c *compiler.Compilation, at snapshot.ResolvedConnection, use project.EngineUse,
) (*compiler.Compilation, error) {
	if len(c.OpenSources()) == 0 {
		return c, nil
	}
	if err := s.checkDataFolder(at); err != nil {
		return nil, err
	}
	opened, release, err := s.options.Engine(ctx, use)
	if err != nil {
		return nil, err
	}
	defer release()
	return snapshot.ObserveColumns(ctx, opened, c)
}

// checkDataFolder rejects an embedded engine of another server, which this one cannot query.
func (s *Service) checkDataFolder(at snapshot.ResolvedConnection) error {
	if at.DataFolderID == "" || at.DataFolderID == s.options.DataFolderID {
		return nil
	}
	return fault.New(fault.Unavailable, "the data of this connection is on another server").
		WithHint("Send the request to the server that used the connection first, or set another connection.")
}
