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

// partOrder is what lists of jobs, subgraphs and node types can be ordered by; branchOrder is that of branches, which have
// no id but their name.
var (
	partOrder   = page.Fields{"id", "name"}
	branchOrder = page.Fields{"name"}
)

// partList is a list of parts of a workspace.
type partList[T any] struct {
	workspace string
	params    page.Params
	read      func(context.Context, ids.Organization, ids.Workspace) ([]T, error)
	place     cursorFunc[T]
}

// page reads the list and cuts one page out of it.
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
	list := cutPage(all, request, l.place)
	return list.Items, pageInfo(request, list), nil
}

func jobPlace(j transform.Job, orderBy string) page.Cursor {
	if orderBy == "name" {
		return page.Cursor{Value: j.Name, ID: string(j.ID)}
	}
	return page.Cursor{Value: inNumericOrder(j.ID), ID: string(j.ID)}
}

// inNumericOrder is an id that sorts as the number that it is: 2 goes before 10.
func inNumericOrder(id transform.JobID) string { return fmt.Sprintf("%20s", id) }

func workspaceJobPlace(j workspace.Job, orderBy string) page.Cursor { return jobPlace(j.Job, orderBy) }

func subgraphPlace(s workspace.Subgraph, orderBy string) page.Cursor {
	return partPlace(string(s.ID), s.Name, orderBy)
}

func nodeTypePlace(t *transform.NodeType, orderBy string) page.Cursor {
	return partPlace(string(t.ID), t.Name, orderBy)
}

func branchPlace(b repository.Branch, orderBy string) page.Cursor {
	return partPlace(b.Name, b.Name, orderBy)
}

func partPlace(id, name, orderBy string) page.Cursor {
	if orderBy == "name" {
		return page.Cursor{Value: name, ID: id}
	}
	return page.Cursor{Value: id, ID: id}
}
