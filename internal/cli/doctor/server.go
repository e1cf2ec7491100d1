package doctor

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

// Server is a server to check.
type Server struct {
	Address string // for output
	Client  *client.Client
	Version string // of this program
	Now     func() time.Time
	IsKnown bool // there is a token
}

// checkTimeout is the time limit of all checks. Checks that did not run until then fail.
const checkTimeout = 2 * time.Minute

// Checks returns the findings about the server.
func (s Server) Checks(ctx context.Context) []Finding {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	findings, ok := s.reach(ctx)
	if !ok {
		return findings
	}
	token := s.token(ctx)
	findings = append(findings, token)
	if token.State == Fail {
		return findings
	}
	findings = append(findings, s.workers(ctx)...)
	findings = append(findings, s.connections(ctx)...)
	findings = append(findings, s.environments(ctx)...)
	return append(findings, s.schedules(ctx)...)
}

// reach checks whether the server responds, is ready, has the version of this program and the same time.
func (s Server) reach(ctx context.Context) (findings []Finding, ok bool) {
	const check = "server"
	asked := s.Now()
	var response client.Response
	server, err := s.Client.GetServer(ctx, client.CaptureResponse(&response))
	if isUnexpected(err) {
		return []Finding{failf(check, "the program at %s is not a Millrace server", s.Address).withHint("Check --server and MILLRACE_SERVER.")}, false
	}
	if err != nil {
		return []Finding{s.refused(check, err).withHint("Check that it is running at %s, and check --server and MILLRACE_SERVER.", s.Address)}, false
	}
	findings = append(findings, okf(check, "%s responds, version %s", s.Address, server.Version))
	if server.Version != s.Version {
		findings = append(findings, warnf("version", "the server is %s and this program is %s", server.Version, s.Version).
			withHint("Use the same version on both sides."))
	}
	if _, err = s.Client.GetReadiness(ctx); err != nil {
		findings = append(findings, s.refused("readiness", err).withHint("Check the server's log: it drains, or its database is unreachable."))
	}
	return append(findings, s.clock(response.Header, asked)), true
}

// maxSkew is the maximum difference of clocks; single sign-on rejects tokens beyond it.
const maxSkew = 10 * time.Second

// clock compares the time of the response with the local clock. The header has a resolution of one second.
func (s Server) clock(header http.Header, asked time.Time) Finding {
	const check = "clock"
	theirs, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		return warnf(check, "the response has no date")
	}
	answered := s.Now()
	skew := time.Duration(0)
	switch {
	case theirs.Before(asked.Truncate(time.Second)):
		skew = asked.Truncate(time.Second).Sub(theirs)
	case theirs.After(answered):
		skew = theirs.Sub(answered)
	}
	if skew > maxSkew {
		return warnf(check, "the clocks of the server and of this machine differ by %s", skew.Round(time.Second)).
			withHint("Synchronize both with a time server.")
	}
	return okf(check, "the clocks agree")
}

func (s Server) token(ctx context.Context) Finding {
	const check = "token"
	if !s.IsKnown {
		return failf(check, "no access token for %s", s.Address).withHint("Run `millrace login`, or set MILLRACE_TOKEN.")
	}
	me, err := s.Client.GetMe(ctx)
	if err != nil {
		return s.refused(check, err).withHint("Log in again with `millrace login`.")
	}
	if me.User.Status != api.Active {
		return warnf(check, "%s of %s is %s", me.User.Email, me.Organization.Name, me.User.Status)
	}
	return okf(check, "token belongs to %s of %s", me.User.Email, me.Organization.Name)
}

// refused is a failed check with the error of a request.
func (s Server) refused(check string, err error) Finding {
	if answered, ok := errors.AsType[*client.ServerError](err); ok {
		return failf(check, "%s", answered.Message).withHint("%s", answered.Hint)
	}
	if isUnexpected(err) {
		return unreadable(check)
	}
	return failf(check, "%s", plain(err))
}

// isUnexpected reports whether the server sent a response that the interface does not describe.
func isUnexpected(err error) bool {
	_, ok := errors.AsType[*client.UnexpectedResponseError](err)
	return ok
}

// unreadable is the failed check of a server whose response cannot be decoded.
func unreadable(check string) Finding {
	return failf(check, "the server's response cannot be decoded").withHint("Use the same version on both sides.")
}
