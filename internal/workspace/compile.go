package workspace

import (
	"context"
	"encoding/json"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/ids"
)

// Compile returns a workspace compiled for its development runs. Parameters replace the workspace's own; nil keeps
// those.
func (s *Service) Compile(
	ctx context.Context, organization ids.Organization, id ids.Workspace, parameters json.RawMessage,
) (*compiler.Compilation, error) {
	revision, err := s.CurrentRevision(ctx, organization, id)
	if err != nil || parameters == nil {
		return compilationOf(revision), err
	}
	select {
	case s.compileSlots <- struct{}{}:
		defer func() { <-s.compileSlots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	target := revision.target
	target.parameters = parameters
	return target.compile(revision.Folder.Files), nil
}

func compilationOf(v *Revision) *compiler.Compilation {
	if v == nil {
		return nil
	}
	return v.Compilation
}
