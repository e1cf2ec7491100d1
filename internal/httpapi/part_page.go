package httpapi

import (
	"context"
	"fmt"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/repository"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// partOrder are the fields that lists of jobs, subgraphs and node types can be ordered by. branchOrder is that of
// branches, whose id is their name.
var (
	partOrder   = page.Fields{"id", "name"}
	branchOrder = page.Fields{"name"}
)

// partList is a list of parts of a workspace.
type partList[T any] struct {
	workspace string
	params    page.Params
	read      func(context.Context, ids.Organization, ids.Workspace) ([]T, error)
	cursor    cursorFunc[T]
}

// page reads the list and returns one page of it.
func (l partList[T]) page(ctx context.Context) ([]T, api.PageInfo, error) {
	id, err := parseWorkspace(l.workspace)
	if err != nil {
		return nil, api.PageInfo{}, err
	}
	request, err := page.Parse(l.params, partOrder)
	if err != nil {
		return nil, api.PageInfo{}, err
	}
	all, err := l.read(ctx, actorOf(ctx).Organization, id)
	if err != nil {
		return nil, api.PageInfo{}, err
	}
	list := cutPage(all, request, l.cursor)
	return list.Items, pageInfo(request, list), nil
}

func jobCursor(j transform.Job, orderBy string) page.Cursor {
	if orderBy == "name" {
		return page.Cursor{Value: j.Name, ID: string(j.ID)}
	}
	return page.Cursor{Value: inNumericOrder(j.ID), ID: string(j.ID)}
}

// inNumericOrder pads an id so that it sorts as a number: 2 before 10.
func inNumericOrder(id transform.JobID) string { return fmt.Sprintf("%20s", id) }

func workspaceJobCursor(j workspace.Job, orderBy string) page.Cursor {
	return jobCursor(j.Job, orderBy)
}

func subgraphCursor(s workspace.Subgraph, orderBy string) page.Cursor {
	return partCursor(string(s.ID), s.Name, orderBy)
}

func nodeTypeCursor(t *transform.NodeType, orderBy string) page.Cursor {
	return partCursor(string(t.ID), t.Name, orderBy)
}

func branchCursor(b repository.Branch, orderBy string) page.Cursor {
	return partCursor(b.Name, b.Name, orderBy)
}

func partCursor(id, name, orderBy string) page.Cursor {
	if orderBy == "name" {
		return page.Cursor{Value: name, ID: id}
	}
	return page.Cursor{Value: id, ID: id}
}
