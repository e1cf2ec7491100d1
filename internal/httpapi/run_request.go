package httpapi

import (
	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/fault"
)

// runRequest returns what a request to start a run asks for. Clients write its fields inside runDetails or beside it, and
// the environment under two names. A field that was dropped could run other nodes than the client means.
func runRequest(body *api.StartRun) (api.RunRequest, error) {
	inside := &body.RunDetails
	var wrong error
	merged := api.RunRequest{
		EnvironmentID: value(sameText(&wrong, "environmentID", &inside.EnvironmentID, inside.EnvironmentAlias, body.EnvironmentID, body.EnvironmentAlias)),
		JobID:         sameText(&wrong, "jobID", inside.JobID, body.JobID),

		IncludeNodesSelector: sameText(&wrong, "includeNodesSelector", inside.IncludeNodesSelector, body.IncludeNodesSelector),
		ExcludeNodesSelector: sameText(&wrong, "excludeNodesSelector", inside.ExcludeNodesSelector, body.ExcludeNodesSelector),
		RefreshDescription:   sameText(&wrong, "refreshDescription", inside.RefreshDescription, body.RefreshDescription),

		Parallelism:     sameValue(&wrong, "parallelism", inside.Parallelism, body.Parallelism),
		KeepFailingRows: sameValue(&wrong, "keepFailingRows", inside.KeepFailingRows, body.KeepFailingRows),
		OnlyChanged:     sameValue(&wrong, "onlyChanged", inside.OnlyChanged, body.OnlyChanged),
		CreateOnly:      sameValue(&wrong, "createOnly", inside.CreateOnly, body.CreateOnly),

		ForceIgnoreWorkspaceStatus: new(value(inside.ForceIgnoreWorkspaceStatus) || value(inside.ForceIgnoreEnvironmentStatus) ||
			value(body.ForceIgnoreWorkspaceStatus) || value(body.ForceIgnoreEnvironmentStatus)),
	}
	return merged, wrong
}

// runTarget returns the environment or workspace that a request to start a run names.
func runTarget(r api.StartRunRequestObject) string {
	details, _ := runRequest(r.Body) // the handler rejects two different ones
	return string(details.EnvironmentID)
}

// sameText returns the text of a field that a body may contain under several names; nil if it has none. An empty text
// counts as absent.
func sameText[T ~string](wrong *error, name string, values ...*T) *T {
	given := make([]*T, 0, len(values))
	for _, text := range values {
		if text != nil && *text != "" {
			given = append(given, text)
		}
	}
	return sameValue(wrong, name, given...)
}

// sameValue returns the value of a field that a body may contain under several names; nil if it has none. It sets wrong
// if two of them differ.
func sameValue[T comparable](wrong *error, name string, values ...*T) *T {
	var found *T
	for _, value := range values {
		switch {
		case value == nil:
		case found == nil:
			found = value
		case *found != *value:
			*wrong = fault.New(fault.Invalid, "the body has two different values for %s", name).WithHint("Send %s once.", name)
		}
	}
	return found
}
