package httpapi

import (
	"crypto/subtle"
	"net/http"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// MetricsAccess says who may read /metrics at the address of the API.
type MetricsAccess struct {
	Token string // that a request must have as its bearer token; empty admits nobody
	IsOff bool   // the metrics have their own address
}

// getMetrics serves the metrics. They are about all organizations, so an access token of a user does not open them.
func (s *server) getMetrics(access MetricsAccess, metrics http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if access.IsOff {
			s.fail(w, r, fault.New(fault.NotFound, "the metrics have their own address").
				WithHint("Use the address of the setting metrics_listen."))
			return
		}
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if access.Token != "" && subtle.ConstantTimeCompare([]byte(token), []byte(access.Token)) == 1 {
			metrics.ServeHTTP(w, r)
			return
		}
		if err := s.limits.address(r.Context()); err != nil {
			s.fail(w, r, err)
			return
		}
		s.fail(w, r, fault.New(fault.Unauthenticated, "the metrics need the metrics token").
			WithHint("Send the header Authorization: Bearer <METRICS_TOKEN>. It is the setting metrics_token, or the file metrics.token in "+
				"the data folder. To serve metrics without a token at another address, set metrics_listen."))
	}
}
