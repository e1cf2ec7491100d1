package doctor

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

// Server is a server to look at.
type Server struct {
	Address string // for people
	Client  *client.Client
	Version string // of this program
	Now     func() time.Time
	IsKnown bool // there is a token
}

// patience is how long a server is looked at. What was not looked at until then fails.
const patience = 2 * time.Minute

// Checks are the checks of the server, from the outside in.
func (s Server) Checks(ctx context.Context) []Finding {
	ctx, cancel := context.WithTimeout(ctx, patience)
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
	findings = append(findings, s.connections(ctx)...)
	findings = append(findings, s.environments(ctx)...)
	return append(findings, s.schedules(ctx)...)
}

// reach looks whether the server is there, is ready, speaks our version and has the same time.
func (s Server) reach(ctx context.Context) (findings []Finding, ok bool) {
	const check = "server"
	asked := s.Now()
	var response client.Response
	server, err := s.Client.GetServer(ctx, client.CaptureResponse(&response))
	if isUnexpected(err) {
		return []Finding{failf(check, "the program at %s is not a Millrace server", s.Address).withHint("Check --server and MILLRACE_SERVER.")}, false
	}
	if err != nil {
		return []Finding{s.refused(check, err).withHint("Is it running at %s? --server and MILLRACE_SERVER say where it is.", s.Address)}, false
	}
	findings = append(findings, okf(check, "%s answers, version %s", s.Address, server.Version))
	if server.Version != s.Version {
		findings = append(findings, warnf("version", "the server is %s and this program is %s", server.Version, s.Version).
			withHint("Use the same version on both sides."))
	}
	if _, err = s.Client.GetReadiness(ctx); err != nil {
		findings = append(findings, s.refused("readiness", err).withHint("Look at the server's log: it drains, or its database is out of reach."))
	}
	return append(findings, s.clock(response.Header, asked)), true
}

// maxSkew is more than any honest clock needs; tokens of single sign-on begin to fail beyond.
const maxSkew = 10 * time.Second

// clock compares the time of the answer with ours. The header knows whole seconds only.
func (s Server) clock(header http.Header, asked time.Time) Finding {
	const check = "clock"
	theirs, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		return warnf(check, "the server does not say what time it is")
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
		return warnf(check, "the clocks of the server and of this machine are %s apart", skew.Round(time.Second)).
			withHint("Let both follow a time server.")
	}
	return okf(check, "the clocks agree")
}

func (s Server) token(ctx context.Context) Finding {
	const check = "token"
	if !s.IsKnown {
		return failf(check, "there is no access token for %s", s.Address).withHint("Log in with `millrace login`, or set MILLRACE_TOKEN.")
	}
	me, err := s.Client.GetMe(ctx)
	if err != nil {
		return s.refused(check, err).withHint("Log in again with `millrace login`.")
	}
	if me.User.Status != api.Active {
		return warnf(check, "%s of %s is %s", me.User.Email, me.Organization.Name, me.User.Status)
	}
	return okf(check, "it is of %s of %s", me.User.Email, me.Organization.Name)
}

// refused is a failed check of something that the server would not answer.
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
