package httpapi

import (
	"context"
	"net/http"
	"time"
)

const (
	// longTimeout is how long an operation may take that works through a whole project, asks an engine or another
	// server, or takes in an archive. The server's own limits are for all others: they end a connection whose client
	// does nothing, and would also end one whose client waits for work that is being done.
	longTimeout = 15 * time.Minute
	// answerTimeout is how long the answer may take after that, so that an operation which ran out of time can say so.
	answerTimeout = 30 * time.Second
)

// longOperations are those that may take so long. Event streams are not here: they have no end, and see to their
// connection themselves.
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
	"gitAdvertise":    true,
	"gitUploadPack":   true,

	"validateWorkspace":  true,
	"listWorkspaceNodes": true,
	"previewNodeSQL":     true,
	"previewNodeData":    true,
	"getNodeLineage":     true,
	"testConnection":     true,
}

// patienceWith is how long a long operation may take: no shorter than any other.
func patienceWith(r *http.Request) time.Duration {
	if server, ok := r.Context().Value(http.ServerContextKey).(*http.Server); ok {
		return max(longTimeout, server.WriteTimeout)
	}
	return longTimeout
}

// allowTime gives a long operation its time: to send the body, to be carried out, and to take the answer. It is called
// when the caller is known: strangers get no more than the server's own limits. The limit on reading matters also after
// the body was read: the server takes a connection that is silent for longer for one whose client is gone.
func allowTime(operation string, w http.ResponseWriter, r *http.Request) (*http.Request, context.CancelFunc) {
	if !longOperations[operation] {
		return r, func() {}
	}
	controller, end := http.NewResponseController(w), time.Now().Add(patienceWith(r))
	// Where no deadline can be set, the server's holds.
	_ = controller.SetReadDeadline(end.Add(answerTimeout))
	_ = controller.SetWriteDeadline(end.Add(answerTimeout))
	ctx, cancel := context.WithDeadline(r.Context(), end)
	return r.WithContext(ctx), cancel
}
