package httpapi

import (
	"net/http"
	"time"
)

// Exports for the tests.
var (
	CheckPath        = checkPath
	CheckPermissions = checkPermissions
	EnvironmentsKey  = environmentsKey
	LongOperations   = longOperations
	NormalizeQuery   = normalizeQuery
	PresentResults   = presentResults
	WithoutSecrets   = withoutSecrets
)

// SetIntervals shortens the intervals of a server's streams, so that tests need not wait.
func SetIntervals(s *Server, poll, recheck, heartbeat time.Duration) {
	s.streams.intervals.poll, s.streams.intervals.recheck, s.streams.intervals.heartbeat = poll, recheck, heartbeat
}

// TimeoutProblem returns the status and the message of a request whose context has ended.
func TimeoutProblem(r *http.Request) (status int, message string) {
	p := timeoutProblem(problemOf(r.Context().Err()), r)
	return p.status, p.fault.Message
}
