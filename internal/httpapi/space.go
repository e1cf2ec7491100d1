package httpapi

import "net/http"

// withoutSpace are the operations, except for reading and deleting, that are possible while the disk of the state
// database is full: they need little space, and people need them to stop what fills the disk.
var withoutSpace = map[string]bool{
	"login":           true,
	"createSession":   true,
	"finishLogin":     true,
	"finishSession":   true,
	"logout":          true,
	"changePassword":  true,
	"cancelRun":       true,
	"updateUser":      true, // to disable one
	"updateSchedule":  true, // to pause one
	"updateWebhook":   true, // to pause one
	"testConnection":  true,
	"previewSchedule": true,

	"matchWorkspaceNodes":   true, // only reads
	"matchEnvironmentNodes": true,
}

// checkSpace rejects an operation that needs space while the disk is full. What is left is for the others.
func (s *server) checkSpace(r *http.Request, operation string) error {
	if r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == http.MethodDelete || withoutSpace[lowerFirst(operation)] {
		return nil
	}
	return s.services.Database.CheckSpace(r.Context())
}
