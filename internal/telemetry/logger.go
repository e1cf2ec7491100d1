package telemetry

import (
	"fmt"
	"io"
	"log/slog"
)

// NewLogger creates the logger of a process. The format is text or json, the level debug, info, warn or error. Times
// are written in UTC.
func NewLogger(w io.Writer, format, level string) (*slog.Logger, error) {
	threshold, err := parseLevel(level)
	if err != nil {
		return nil, err
	}
	options := &slog.HandlerOptions{Level: threshold, ReplaceAttr: timeInUTC}
	switch format {
	case "text":
		return slog.New(NewHandler(slog.NewTextHandler(w, options))), nil
	case "json":
		return slog.New(NewHandler(slog.NewJSONHandler(w, options))), nil
	}
	return nil, fmt.Errorf("log format %q is unknown: expected text or json", format)
}

// parseLevel accepts only the four words. slog itself would also accept INFO+2.
func parseLevel(level string) (slog.Level, error) {
	switch level {
	case "debug":
		return slog.LevelDebug, nil
	case "info":
		return slog.LevelInfo, nil
	case "warn":
		return slog.LevelWarn, nil
	case "error":
		return slog.LevelError, nil
	}
	return 0, fmt.Errorf("log level %q is unknown: expected debug, info, warn or error", level)
}

func timeInUTC(groups []string, attr slog.Attr) slog.Attr {
	if len(groups) == 0 && attr.Key == slog.TimeKey && attr.Value.Kind() == slog.KindTime {
		attr.Value = slog.TimeValue(attr.Value.Time().UTC())
	}
	return attr
}
