package authn

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
)

// useInterval is how often uses of tokens and sessions are written, each in one transaction.
const useInterval = 30 * time.Second

// UseStore stores when tokens or sessions were last used.
type UseStore[ID ~string] interface {
	Touch(ctx context.Context, uses map[ID]time.Time) error
}

// LastUse collects uses of tokens and sessions and writes them periodically, so that a read request does not write. Uses in
// the seconds before a crash are lost.
type LastUse struct {
	tokens   UseStore[ids.Token]
	sessions UseStore[ids.Session]
	logger   *slog.Logger
	now      func() time.Time

	// Addresses stores where tokens were last used; nil stores it nowhere. Set it before Run.
	Addresses AddressStore

	mu             sync.Mutex
	tokenUses      map[ids.Token]time.Time
	tokenAddresses map[ids.Token]string
	sessionUses    map[ids.Session]time.Time
}

// AddressStore stores the addresses of the clients that used tokens last.
type AddressStore interface {
	TouchAddresses(ctx context.Context, addresses map[ids.Token]string) error
}

// NewLastUse creates a recorder. Run writes.
func NewLastUse(tokens UseStore[ids.Token], sessions UseStore[ids.Session], logger *slog.Logger, now func() time.Time) *LastUse {
	return &LastUse{
		tokens: tokens, sessions: sessions, logger: logger, now: now,
		tokenUses: map[ids.Token]time.Time{}, tokenAddresses: map[ids.Token]string{}, sessionUses: map[ids.Session]time.Time{},
	}
}

// Used records a use.
func (l *LastUse) Used(credential account.Credential) {
	now := l.now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if credential.Session != "" {
		l.sessionUses[credential.Session] = now
	} else {
		l.tokenUses[credential.Token] = now
	}
}

// From records the address of the client that has just used a token. A recorder that is nil, as in tests, records nothing.
func (l *LastUse) From(token ids.Token, address string) {
	if l == nil || token == "" || l.Addresses == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tokenAddresses[token] = address
}

// Run writes every 30 seconds until ctx ends, and once more at the end.
func (l *LastUse) Run(ctx context.Context) {
	ticker := time.NewTicker(useInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			l.Flush(ctx)
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
			l.Flush(last)
			cancel()
			return
		}
	}
}

// Flush writes the collected uses. Uses that cannot be written are dropped, because they are only informative.
func (l *LastUse) Flush(ctx context.Context) {
	l.mu.Lock()
	tokens, sessions, addresses := l.tokenUses, l.sessionUses, l.tokenAddresses
	l.tokenUses, l.sessionUses = make(map[ids.Token]time.Time, len(tokens)), make(map[ids.Session]time.Time, len(sessions))
	l.tokenAddresses = make(map[ids.Token]string, len(addresses))
	l.mu.Unlock()
	if len(tokens) > 0 {
		if err := l.tokens.Touch(ctx, tokens); err != nil {
			l.logger.WarnContext(ctx, "cannot write the last use of tokens", "tokens", len(tokens), "error", err)
		}
	}
	if len(addresses) > 0 {
		if err := l.Addresses.TouchAddresses(ctx, addresses); err != nil {
			l.logger.WarnContext(ctx, "cannot write the last addresses of tokens", "tokens", len(addresses), "error", err)
		}
	}
	if len(sessions) > 0 {
		if err := l.sessions.Touch(ctx, sessions); err != nil {
			l.logger.WarnContext(ctx, "cannot write the last use of sessions", "sessions", len(sessions), "error", err)
		}
	}
}
