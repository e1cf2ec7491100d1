package httpapi

import (
	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/search"
)

func presentSearchResult(r *search.Result) api.SearchResult {
	shape := api.SearchResult{
		Type: string(r.Type), ID: r.ID, Name: r.Name, Description: optional(r.Description),
		ProjectID: optional(r.Project.ID), ProjectName: optional(r.Project.Name),
		EnvironmentID: optional(r.Environment.ID), EnvironmentName: optional(r.Environment.Name),
		WorkspaceID: optional(r.Workspace.ID), WorkspaceName: optional(r.Workspace.Name),
		NodeID: optional(r.NodeID), NodeName: optional(r.NodeName), LocationName: optional(r.Location), NodeType: optional(r.NodeType),
		DataType: optional(r.DataType),
	}
	if r.RunStatus != "" {
		shape.RunStatus = new(api.RunStatus(r.RunStatus))
	}
	return shape
}
