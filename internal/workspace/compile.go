package workspace

import (
	"context"
	"encoding/json"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/ids"
)

// Compile gives a workspace compiled for where its development runs work. Parameters stand in the place of its own; nil
// keeps those.
func (d *Service) Compile(
	ctx context.Context, organization ids.Organization, id ids.Workspace, parameters json.RawMessage,
) (*compiler.Compilation, error) {
	view, err := d.View(ctx, organization, id)
	if err != nil || parameters == nil {
		return compilationOf(view), err
	}
	select {
	case d.turns <- struct{}{}:
		defer func() { <-d.turns }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	at := view.place
	at.parameters = parameters
	return at.compile(view.Folder.Files), nil
}

func compilationOf(v *Revision) *compiler.Compilation {
	if v == nil {
		return nil
	}
	return v.Compilation
}
