package postgres

import (
	"context"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/engine"
)

// Fence ends the sessions of earlier epochs and waits until the server has forgotten them, which it does after it has
// rolled back. It looks at the whole server and not only at this database and user: the connection may have had other
// settings in an earlier epoch. Where it may not end a session it fails.
func (s *server) Fence(ctx context.Context, label engine.Label) error {
	start := ownerStart(label.WorkID)
	return s.expel(ctx, start, func(b backend) bool {
		epoch, ok := epochOf(b.name, start)
		return ok && epoch < label.Epoch
	})
}

// dismiss ends a session that no longer answers. It reports whether the server has forgotten it.
func (s *server) dismiss(ctx context.Context, gone *session) bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.timeout)
	defer cancel()
	return s.expel(ctx, gone.label, func(b backend) bool { return b.id == gone.id && b.name == gone.label }) == nil
}

// backend is a process of the server that serves somebody.
type backend struct{ id, name string }

// expel ends the backends that are chosen among those whose name has this start, and waits until none of them is left.
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

// backends gives the numbers of the chosen ones.
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

// terminate tells backends to end. It looks at the name again: a number may have gone to another process meanwhile.
func (s *server) terminate(ctx context.Context, start string, ids []string) error {
	const statement = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity" +
		" WHERE pid = ANY ($1::int[]) AND starts_with(application_name, $2::text)"
	_, err := s.ask(ctx, request{text: statement, arguments: []string{"{" + strings.Join(ids, ",") + "}", start}})
	return err
}
