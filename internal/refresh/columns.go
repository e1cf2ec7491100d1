package refresh

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/snapshot"
	"github.com/millrace/millrace/internal/transform"
)

// observeTime limits how long a request waits for the columns of sources: a run is started at once.
const observeTime = 3 * time.Second

// observeColumns looks up the columns of sources that list none, if the nodes of a run need to know them. Most projects need no
// engine for that. If the engine cannot describe a source in time, the nodes that need its columns fail in the run with the reason.
func (s *Service) observeColumns(ctx context.Context, c *compiler.Compilation, nodes []transform.NodeID, at engineAt) *compiler.Compilation {
	open := c.OpenSourcesOf(nodes)
	if len(open) == 0 {
		return c
	}
	ctx, cancel := context.WithTimeout(ctx, observeTime)
	defer cancel()
	found, err := s.describe(ctx, open, at)
	if err != nil {
		found = make(map[transform.NodeID]compiler.ObservedColumns, len(open))
		for _, source := range open {
			found[source.Node] = snapshot.ProblemColumns(err)
		}
	}
	return c.WithColumns(found)
}

// engineAt is the engine of a run.
type engineAt struct {
	connection snapshot.ResolvedConnection
	use        project.EngineUse
}

func (s *Service) describe(
	ctx context.Context, open []compiler.OpenSource, at engineAt,
) (map[transform.NodeID]compiler.ObservedColumns, error) {
	if err := s.checkDataFolder(at.connection); err != nil {
		return nil, err
	}
	opened, release, err := s.options.Engine(ctx, at.use)
	if err != nil {
		return nil, err
	}
	defer release()
	return snapshot.DescribeColumns(ctx, opened, open), nil
}

// checkDataFolder rejects an embedded engine of another server, which this one cannot query.
func (s *Service) checkDataFolder(at snapshot.ResolvedConnection) error {
	if at.DataFolderID == "" || at.DataFolderID == s.options.DataFolderID {
		return nil
	}
	return fault.New(fault.Unavailable, "the data of this connection is on another server").
		WithHint("Send the request to the server that used the connection first, or set another connection.")
}
