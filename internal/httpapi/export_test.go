package httpapi

import (
	"net/http"
	"time"
)

// What the tests beside this package look at from close by.
var (
	CheckPath        = checkPath
	CheckPermissions = checkPermissions
	EnvironmentsKey  = environmentsKey
	LongOperations   = longOperations
	PlainQuery       = plainQuery
	PresentResults   = presentResults
	WithoutSecrets   = withoutSecrets
)

// SetPace makes the streams of a server quick, so that tests need not wait.
func SetPace(s *Server, poll, recheck, heartbeat time.Duration) {
	s.streams.pace.poll, s.streams.pace.recheck, s.streams.pace.heartbeat = poll, recheck, heartbeat
}

// GivenUp is what is said about a request whose context has ended.
func GivenUp(r *http.Request) (status int, message string) {
	p := givenUp(problemOf(r.Context().Err()), r)
	return p.status, p.fault.Message
}
