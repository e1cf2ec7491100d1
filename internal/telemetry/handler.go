package telemetry

import (
	"context"
	"log/slog"
	"slices"
)

// requestIDKey is the name of the request id in a log line.
const requestIDKey = "request_id"

// Handler adds the request id of the context to every line. It adds it at the top level even if the logger has open
// groups, so that a search for request_id does not depend on groups.
type Handler struct {
	next slog.Handler // root after all steps
	root slog.Handler // before the first group
	// steps lead from root to next: the groups and the attributes inside them. There are none without a group.
	steps []func(slog.Handler) slog.Handler
}

// NewHandler wraps a handler.
func NewHandler(next slog.Handler) *Handler { return &Handler{next: next, root: next} }

// Enabled calls the wrapped handler.
func (h *Handler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.next.Enabled(ctx, level)
}

// Handle writes one line.
func (h *Handler) Handle(ctx context.Context, record slog.Record) error {
	id := RequestID(ctx)
	if id == "" {
		return h.next.Handle(ctx, record)
	}
	attr := slog.String(requestIDKey, id)
	if len(h.steps) == 0 {
		record = record.Clone()
		record.AddAttrs(attr)
		return h.next.Handle(ctx, record)
	}
	next := h.root.WithAttrs([]slog.Attr{attr})
	for _, step := range h.steps {
		next = step(next)
	}
	return next.Handle(ctx, record)
}

// WithAttrs returns a handler with more attributes.
func (h *Handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	if len(attrs) == 0 {
		return h
	}
	if len(h.steps) == 0 {
		return NewHandler(h.next.WithAttrs(attrs))
	}
	return h.step(func(to slog.Handler) slog.Handler { return to.WithAttrs(attrs) })
}

// WithGroup returns a handler that puts the following attributes into a group.
func (h *Handler) WithGroup(name string) slog.Handler {
	if name == "" {
		return h
	}
	return h.step(func(to slog.Handler) slog.Handler { return to.WithGroup(name) })
}

func (h *Handler) step(step func(slog.Handler) slog.Handler) *Handler {
	return &Handler{next: step(h.next), root: h.root, steps: append(slices.Clip(h.steps), step)}
}
