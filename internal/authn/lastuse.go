package authn

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
)

// useInterval is how often uses of tokens are written, all in one transaction.
const useInterval = 30 * time.Second

// UseStore stores when tokens were last used.
type UseStore interface {
	Touch(ctx context.Context, uses map[ids.Token]time.Time) error
}

// LastUse collects uses of tokens and writes them periodically, so that a read request does not write. Uses in the
// seconds before a crash are lost.
type LastUse struct {
	store  UseStore
	logger *slog.Logger
	now    func() time.Time

	mu   sync.Mutex
	uses map[ids.Token]time.Time
}

// NewLastUse creates a recorder. Run writes.
func NewLastUse(store UseStore, logger *slog.Logger, now func() time.Time) *LastUse {
	return &LastUse{store: store, logger: logger, now: now, uses: map[ids.Token]time.Time{}}
}

// Used records a use. Sessions are not recorded.
func (l *LastUse) Used(credential account.Credential) {
	if credential.Token == "" {
		return
	}
	now := l.now()
	l.mu.Lock()
	l.uses[credential.Token] = now
	l.mu.Unlock()
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
	uses := l.uses
	l.uses = make(map[ids.Token]time.Time, len(uses))
	l.mu.Unlock()
	if len(uses) == 0 {
		return
	}
	if err := l.store.Touch(ctx, uses); err != nil {
		l.logger.WarnContext(ctx, "cannot write the last use of tokens", "tokens", len(uses), "error", err)
	}
}
