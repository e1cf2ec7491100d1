package httpapi

import "time"

// What the tests beside this package look at from close by.
var (
	CheckPath        = checkPath
	CheckPermissions = checkPermissions
	EnvironmentsKey  = environmentsKey
	WithoutSecrets   = withoutSecrets
)

// SetPace makes the streams of a server quick, so that tests need not wait.
func SetPace(s *Server, poll, recheck, heartbeat time.Duration) {
	s.streams.pace.poll, s.streams.pace.recheck, s.streams.pace.heartbeat = poll, recheck, heartbeat
}
