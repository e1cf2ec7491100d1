package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/page"
)

// Exports for the tests.
var (
	CatalogPage      = catalogPage
	CheckPath        = checkPath
	CheckPermissions = checkPermissions
	DeliveryPage     = deliveryPage
	EnvironmentsKey  = environmentsKey
	FiringPage       = firingPage
	LongOperations   = longOperations
	NormalizeQuery   = normalizeQuery
	OverviewPage     = overviewPage
	PresentResults   = presentResults
	RunsKey          = runsKey
	WithoutSecrets   = withoutSecrets
)

// RunPage reads the paging parameters of a list of runs.
func RunPage(params page.Params) (page.Request, error) {
	return (&handlers{}).runPage(context.Background(), account.Visibility{}, params)
}

// SetIntervals shortens the intervals of a server's streams, so that tests need not wait.
func SetIntervals(s *Server, poll, recheck, heartbeat time.Duration) {
	s.streams.intervals.poll, s.streams.intervals.recheck, s.streams.intervals.heartbeat = poll, recheck, heartbeat
}

// TimeoutProblem returns the status and the message of a request whose context has ended.
func TimeoutProblem(r *http.Request) (status int, message string) {
	p := timeoutProblem(problemOf(r.Context().Err()), r)
	return p.status, p.fault.Message
}
