package engine

import (
	"context"
	"errors"
	"time"
)

// ErrFenced says that a newer epoch of the same work has fenced, so that the caller can commit nothing.
var ErrFenced = errors.New("another owner has taken over the work")

// PublicationKeeper is an engine that records publications itself, because its tables have no keys: a row with the same
// key in a table would not be rejected. Its sessions are PublicationRecorders.
//
// A publication is recorded if and only if its transaction commits. Of two transactions that record the same key for the
// same work, one commits. After Fence, no transaction of an older epoch commits, in whatever process it is.
type PublicationKeeper interface {
	// Publications returns the recorded results of a work by their keys.
	Publications(ctx context.Context, label Label) (map[string]string, error)
	// FindPublication returns one of them. It waits for a commit that is in flight. It returns ErrFenced if the label's
	// epoch was fenced and the publication does not exist.
	FindPublication(ctx context.Context, label Label, key string) (result string, isPublished bool, err error)
	// ForgetPublications deletes what is recorded about works that have ended, and everything from before a time. It keeps
	// works that had several owners until then: an earlier owner may not know yet that it was replaced.
	ForgetPublications(ctx context.Context, ended []Label, before time.Time) error
}

// PublicationRecorder is a session of a PublicationKeeper.
type PublicationRecorder interface {
	// RecordPublication adds a publication to the transaction of the session. Commit returns a fault of kind Conflict if the
	// key is recorded already, and one of kind Unavailable if the label was fenced.
	RecordPublication(ctx context.Context, key, result string) error
}
