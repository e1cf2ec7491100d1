package httpapi

import (
	"context"
	"net/http"
	"time"
)

const (
	// longTimeout is the limit of operations that process a whole project or organization, query an engine or another server, or
	// receive an archive. The server's own deadlines apply to all other operations: they end a connection whose client
	// is idle, and would also end one whose client waits for work in progress.
	longTimeout = 15 * time.Minute
	// responseTimeout is the time for the response after that, so that an operation that timed out can report it.
	responseTimeout = 30 * time.Second
)

// longOperations are the operations with longTimeout. Event streams are not listed: they have no end and manage their
// own deadlines.
var longOperations = map[string]bool{
	"createPlan":       true,
	"getPlan":          true,
	"deployPlan":       true,
	"resumeDeployment": true,

	"importProject":   true,
	"exportProject":   true,
	"pushProject":     true,
	"createBranch":    true,
	"diffCommits":     true,
	"commitWorkspace": true,
	"diffWorkspace":   true,
	"pullWorkspace":   true,
	"switchBranch":    true,
	"discardChanges":  true,
	"gitAdvertise":    true,
	"gitUploadPack":   true,

	"validateWorkspace":  true,
	"listWorkspaceNodes": true,
	"previewNodeSQL":     true,
	"previewNodeData":    true,
	"previewNodeDraft":   true,
	"previewDraftData":   true,
	"getNodeLineage":     true,
	"testConnection":     true,

	"exportAuditEntries":   true,
	"testIdentityProvider": true,
	"deleteOrganization":   true,
	"updateOrganization":   true, // it may measure the storage

	"matchWorkspaceNodes":   true,
	"matchEnvironmentNodes": true,
	"getWorkspaceGraph":     true,
	"getEnvironmentGraph":   true,
	"getConnectionCatalog":  true,
	"listCatalogNodes":      true,
	"getCatalogNode":        true,
	"getColumnLineage":      true,
}

// operationTimeout returns the timeout of a long operation: at least the server's own.
func operationTimeout(r *http.Request) time.Duration {
	if server, ok := r.Context().Value(http.ServerContextKey).(*http.Server); ok {
		return max(longTimeout, server.WriteTimeout)
	}
	return longTimeout
}

// allowTime extends the deadlines of a long operation for the body, the work and the response. It is called after
// authentication, so that anonymous clients get no more than the server's own deadlines. The read deadline matters even
// after the body was read: the server treats a connection that is silent for longer as closed by the client.
func allowTime(operation string, w http.ResponseWriter, r *http.Request) (*http.Request, context.CancelFunc) {
	if !longOperations[operation] {
		return r, func() {}
	}
	controller, end := http.NewResponseController(w), time.Now().Add(operationTimeout(r))
	// If no deadline can be set, the server's applies.
	_ = controller.SetReadDeadline(end.Add(responseTimeout))
	_ = controller.SetWriteDeadline(end.Add(responseTimeout))
	ctx, cancel := context.WithDeadline(r.Context(), end)
	return r.WithContext(ctx), cancel
}
