package httpapi

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// tokenScope returns the scope that a token with scopes needs for an operation. Reading needs none.
func (r rule) tokenScope(method string) account.TokenScope {
	switch {
	case r.scope != "":
		return r.scope
	case method == http.MethodGet || method == http.MethodHead:
		return account.ScopeRead
	default:
		return r.need.Scope()
	}
}

// checkTokenScope rejects an operation that is not in the scopes of the token. It runs before the resource of the request is known,
// so that the response does not reveal which ones exist.
func (s *server) checkTokenScope(r *http.Request, operation api.Operation, actor account.Actor) error {
	err := actor.Limits.RequireScope(permissions[operation.ID].tokenScope(operation.Method))
	if err == nil {
		return nil
	}
	return s.recordRefusal(r.WithContext(withActor(r.Context(), actor)), operation.ID, account.Scope{}, err)
}

// recordRefusedToken records in the audit log that the limits of a token refused a request. It returns the error of the request.
func (s *server) recordRefusedToken(ctx context.Context, actor account.Actor, refused error) error {
	if !s.refusals.take(actor.Credential.Token, fault.KindOf(refused), time.Now()) {
		return refused
	}
	actor.Origin = originOf(ctx)
	entry := audit.On(audit.Use, audit.Token, string(actor.Credential.Token)).Refuse(fault.From(refused).Message)
	if err := s.services.Audit.Refuse(ctx, actor, entry); err != nil {
		return err
	}
	return refused
}

const (
	// refusalInterval is how often the audit log gets an entry for the refused uses of one token for one reason, by each server.
	// Otherwise a program with an expired token would fill the log.
	refusalInterval = time.Minute
	// maxRefusals bounds the memory; when it is reached, all are forgotten.
	maxRefusals = 10_000
)

type refusalKey struct {
	token  ids.Token
	reason fault.Kind
}

// refusalThrottle knows which refused uses of tokens were recorded a short time ago.
type refusalThrottle struct {
	mu       sync.Mutex
	recorded map[refusalKey]time.Time
}

// take reports whether a refusal is to be recorded.
func (t *refusalThrottle) take(token ids.Token, reason fault.Kind, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := refusalKey{token, reason}
	if last, ok := t.recorded[key]; ok && now.Sub(last) < refusalInterval {
		return false
	}
	if t.recorded == nil || len(t.recorded) >= maxRefusals {
		t.recorded = map[refusalKey]time.Time{}
	}
	t.recorded[key] = now
	return true
}

// tokenDraft parses the body of a new token; nil for a token without a name and limits.
func tokenDraft(body *api.TokenCreate) (account.TokenDraft, error) {
	if body == nil {
		return account.TokenDraft{}, nil
	}
	draft := account.TokenDraft{
		Name: value(body.Name), Limits: account.TokenLimitDraft{Scopes: value(body.Scopes), Addresses: value(body.Addresses)},
	}
	if body.ExpiresAt == nil {
		return draft, nil
	}
	at, err := time.Parse(time.RFC3339Nano, *body.ExpiresAt)
	if err != nil {
		return draft, fault.New(fault.Invalid, "expiresAt cannot be %q", *body.ExpiresAt).WithHint("Send a time such as 2027-01-31T12:00:00Z.")
	}
	draft.Limits.ExpiresAt = at
	return draft, nil
}
