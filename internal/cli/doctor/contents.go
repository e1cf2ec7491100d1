package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

const (
	// maxTested limits how many objects of a kind are checked one by one.
	maxTested = 100
	// testLimit is the timeout of one connection test.
	testLimit = 20 * time.Second
)

// connections tests every connection by connecting.
func (s Server) connections(ctx context.Context) []Finding {
	const check = "connections"
	page, err := s.Client.ListConnections(ctx, &api.ListConnectionsParams{Limit: new("100")})
	if err != nil {
		return unlisted(check, err)
	}
	var findings []Finding
	for i := range page.Data[:min(len(page.Data), maxTested)] {
		findings = append(findings, s.connection(ctx, &page.Data[i]))
	}
	return append(findings, rest(check, page.Total)...)
}

func (s Server) connection(ctx context.Context, c *api.Connection) Finding {
	check := "connection " + c.Name
	ctx, cancel := context.WithTimeout(ctx, testLimit)
	defer cancel()
	test, err := s.Client.TestConnection(ctx, c.ID)
	if refused, ok := errors.AsType[*client.ServerError](err); ok && refused.Kind == client.KindForbidden {
		return okf(check, "you do not have the permission to test it")
	}
	if err != nil {
		return s.refused(check, err)
	}
	if !test.Success {
		return failf(check, "%s", test.Message).withHint("%s", text(test.Hint))
	}
	return okf(check, "%s responds in %d ms", strings.TrimSpace(string(c.PlatformKind)+" "+text(test.EngineVersion)), test.DurationMs)
}

// environments reports the environments in a failed state.
func (s Server) environments(ctx context.Context) []Finding {
	const check = "environments"
	page, err := s.Client.ListEnvironments(ctx, nil)
	if err != nil {
		return unlisted(check, err)
	}
	var findings []Finding
	for _, raw := range page.Data {
		var e api.EnvironmentSummary
		if json.Unmarshal(raw, &e) != nil {
			return []Finding{unreadable(check)}
		}
		if finding, failed := failedEnvironment(&e); failed && len(findings) < maxTested {
			findings = append(findings, finding)
		}
	}
	if len(findings) == 0 {
		return []Finding{allGood(check, len(page.Data), "is in a failed state")}
	}
	return findings
}

// allGood is the finding that none of count objects has a problem.
func allGood(check string, count int, wrong string) Finding {
	if count == 0 {
		return okf(check, "there are none")
	}
	return okf(check, "none of %d %s", count, wrong)
}

func failedEnvironment(e *api.EnvironmentSummary) (Finding, bool) {
	check := "environment " + e.Name + " (" + e.ID + ")"
	switch e.Status {
	case api.FailedDeploy:
		return failf(check, "the last deployment failed; the server rejects refreshes").
			withHint("See `millrace deployments --environment %s`; then `millrace resume RUN` or `millrace rollback --environment %s`.", e.ID, e.ID), true
	case api.FailedRefresh:
		return warnf(check, "the last refresh failed").
			withHint("See `millrace runs --environment %s --status failed --limit 1`, and `millrace results RUN --failed`.", e.ID), true
	default:
		return Finding{}, false
	}
}

// unlisted is the finding for a list that could not be read. A missing permission is not a problem.
func unlisted(check string, err error) []Finding {
	if answered, ok := errors.AsType[*client.ServerError](err); ok {
		switch answered.Kind {
		case client.KindForbidden:
			return []Finding{okf(check, "you do not have the permission to list them")}
		case client.KindUnsupported:
			return []Finding{warnf(check, "the server does not support them").withHint("Use the same version on both sides; the server may be older.")}
		default:
			return []Finding{failf(check, "%s", answered.Message).withHint("%s", answered.Hint)}
		}
	}
	if isUnexpected(err) {
		return []Finding{unreadable(check)}
	}
	return []Finding{failf(check, "%s", plain(err))}
}

// rest warns of objects that were not checked.
func rest(check string, total int) []Finding {
	if total <= maxTested {
		return nil
	}
	return []Finding{warnf(check, "only %d of %d were checked", maxTested, total)}
}

// plain returns a network error without the address of the request, which may contain a password.
func plain(err error) string {
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return failed.Err.Error()
	}
	return err.Error()
}

func text(field *string) string {
	if field == nil {
		return ""
	}
	return *field
}
