package refresh

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/snapshot"
	"github.com/millrace/millrace/internal/workspace"
)

// NodeSource returns the file of a node as it was when the run was planned. The id is the one that clients see. A
// development run stores no project, so it has no files.
func (s *Service) NodeSource(ctx context.Context, sees account.Visibility, id ids.Run, node string) (snapshot.NodeFile, error) {
	files, err := s.Snapshot(ctx, sees, id)
	if err != nil {
		return snapshot.NodeFile{}, err
	}
	if files == "" {
		return snapshot.NodeFile{}, fault.New(fault.NotFound, "run %d stores no project", id).
			WithHint("Development runs use the files of their workspace. Open the node there.")
	}
	steps, err := s.NodeIDs(ctx, sees, id)
	if err != nil {
		return snapshot.NodeFile{}, err
	}
	for _, step := range steps {
		if own := plan.NodeOf(step); workspace.PublicID(own) == node {
			return s.options.Compiler.NodeFile(ctx, sees.Organization, files, own)
		}
	}
	return snapshot.NodeFile{}, fault.New(fault.NotFound, "run %d has no node %.100s", id, node).
		WithHint("GET /api/v1/runs/%d/results lists the nodes.", id)
}
