package postgres

import (
	"context"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/engine"
)

// Fence ends the sessions of earlier epochs and waits until the server lists them no longer, which is after their
// rollback. It checks all databases and users of the server, because the connection may have had other settings in an
// earlier epoch. It fails if it has no right to end a session.
func (s *server) Fence(ctx context.Context, label engine.Label) error {
	start := ownerStart(label.WorkID)
	return s.expel(ctx, start, func(b backend) bool {
		epoch, ok := epochOf(b.name, start)
		return ok && epoch < label.Epoch
	})
}

// dismiss ends a session that no longer answers. It reports whether the server has ended it.
func (s *server) dismiss(ctx context.Context, gone *session) bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.timeout)
	defer cancel()
	return s.expel(ctx, gone.label, func(b backend) bool { return b.id == gone.id && b.name == gone.label }) == nil
}

// backend is a server process of a session.
type backend struct{ id, name string }

// expel ends the selected backends among those whose name has this prefix, and waits until none is left.
func (s *server) expel(ctx context.Context, start string, isChosen func(backend) bool) error {
	const longest = 200 * time.Millisecond
	for pause := 2 * time.Millisecond; ; pause = min(2*pause, longest) {
		ids, err := s.backends(ctx, start, isChosen)
		if err != nil || len(ids) == 0 {
			return err
		}
		if err := s.terminate(ctx, start, ids); err != nil {
			return err
		}
		if backoff.Sleep(ctx, pause) != nil {
			return s.canceled(ctx)
		}
	}
}

// backends returns the process ids of the selected backends.
func (s *server) backends(ctx context.Context, start string, isChosen func(backend) bool) ([]string, error) {
	const query = "SELECT pid::text, application_name FROM pg_stat_activity WHERE starts_with(application_name, $1::text)"
	a, err := s.ask(ctx, request{text: query, arguments: []string{start}, keep: true})
	if err != nil {
		return nil, err
	}
	var ids []string
	for i := range a.rows {
		if b := (backend{a.text(i, 0), a.text(i, 1)}); isChosen(b) {
			ids = append(ids, b.id)
		}
	}
	return ids, nil
}

// terminate ends backends. It checks the name again, because another process may have got the id meanwhile.
func (s *server) terminate(ctx context.Context, start string, ids []string) error {
	const statement = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity" +
		" WHERE pid = ANY ($1::int[]) AND starts_with(application_name, $2::text)"
	_, err := s.ask(ctx, request{text: statement, arguments: []string{"{" + strings.Join(ids, ",") + "}", start}})
	return err
}
