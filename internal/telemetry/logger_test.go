package telemetry_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"testing/slogtest"
	"time"

	"github.com/millrace/millrace/internal/telemetry"
)

func newLogger(t *testing.T, format, level string) (*slog.Logger, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	logger, err := telemetry.NewLogger(&out, format, level)
	if err != nil {
		t.Fatal(err)
	}
	return logger, &out
}

func decodeLine(t *testing.T, line []byte) map[string]any {
	t.Helper()
	var fields map[string]any
	if err := json.Unmarshal(line, &fields); err != nil {
		t.Fatalf("line %q: %v", line, err)
	}
	return fields
}

func TestFormats(t *testing.T) {
	t.Parallel()
	text, out := newLogger(t, "text", "info")
	text.Info("ready", "port", 8080)
	if !strings.Contains(out.String(), "msg=ready port=8080") {
		t.Errorf("text line = %q", out)
	}
	asJSON, out := newLogger(t, "json", "info")
	asJSON.Info("ready", "port", 8080)
	if fields := decodeLine(t, out.Bytes()); fields["msg"] != "ready" || fields["port"] != 8080.0 {
		t.Errorf("json line = %v", fields)
	}
}

func TestTimesAreUTC(t *testing.T) {
	t.Parallel()
	logger, out := newLogger(t, "json", "info")
	record := slog.NewRecord(
		time.Date(2024, 5, 1, 12, 0, 0, 0, time.FixedZone("east", 7200)), slog.LevelInfo, "noon", 0)
	if err := logger.Handler().Handle(t.Context(), record); err != nil {
		t.Fatal(err)
	}
	if got := decodeLine(t, out.Bytes())["time"]; got != "2024-05-01T10:00:00Z" {
		t.Errorf("time = %v, want 2024-05-01T10:00:00Z", got)
	}
}

func TestLevels(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		level string
		want  string
	}{
		{"debug", "dbg inf wrn err"},
		{"info", "inf wrn err"},
		{"warn", "wrn err"},
		{"error", "err"},
	} {
		logger, out := newLogger(t, "json", tt.level)
		logger.Debug("dbg")
		logger.Info("inf")
		logger.Warn("wrn")
		logger.Error("err")
		var got []string
		for line := range bytes.Lines(out.Bytes()) {
			got = append(got, decodeLine(t, line)["msg"].(string))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("level %s wrote %v, want %q", tt.level, got, tt.want)
		}
	}
}

func TestUnknownFormatOrLevelIsRejected(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ format, level, want string }{
		{"xml", "info", `log format "xml" is unknown`},
		{"", "info", `log format "" is unknown`},
		{"json", "loud", `log level "loud" is unknown`},
		{"json", "INFO+2", `log level "INFO+2" is unknown`},
	} {
		_, err := telemetry.NewLogger(&bytes.Buffer{}, tt.format, tt.level)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("NewLogger(%q, %q) = %v, want %q", tt.format, tt.level, err, tt.want)
		}
	}
}

func TestRequestIDIsATopLevelFieldOfEveryLine(t *testing.T) {
	t.Parallel()
	ctx := telemetry.WithRequestID(t.Context(), "r-1")
	for name, with := range map[string]func(*slog.Logger) *slog.Logger{
		"plain":             func(l *slog.Logger) *slog.Logger { return l },
		"attributes":        func(l *slog.Logger) *slog.Logger { return l.With("a", 1) },
		"group":             func(l *slog.Logger) *slog.Logger { return l.WithGroup("g") },
		"attributes, group": func(l *slog.Logger) *slog.Logger { return l.With("a", 1).WithGroup("g").With("b", 2).WithGroup("h") },
	} {
		logger, out := newLogger(t, "json", "info")
		with(logger).InfoContext(ctx, "hello", "c", 3)
		if got := decodeLine(t, out.Bytes())["request_id"]; got != "r-1" {
			t.Errorf("%s: request_id = %v in %s", name, got, out)
		}
	}
}

func TestLoggersWithTheSameParentAreIndependent(t *testing.T) {
	t.Parallel()
	logger, out := newLogger(t, "json", "info")
	grouped := logger.With("a", 1).WithGroup("g")
	// Two loggers derived from one must not share their attributes.
	left, right := grouped.With("left", true), grouped.With("right", true)
	left.InfoContext(telemetry.WithRequestID(t.Context(), "r-1"), "hello", "c", 3)
	fields := decodeLine(t, out.Bytes())
	inner, _ := fields["g"].(map[string]any)
	if fields["a"] != 1.0 || inner["left"] != true || inner["c"] != 3.0 || len(inner) != 2 {
		t.Errorf("line = %v", fields)
	}
	out.Reset()
	right.InfoContext(t.Context(), "hello")
	fields = decodeLine(t, out.Bytes())
	if inner, _ = fields["g"].(map[string]any); inner["right"] != true || len(inner) != 1 {
		t.Errorf("line = %v", fields)
	}
	if _, ok := fields["request_id"]; ok {
		t.Errorf("a line without a request has a request_id: %v", fields)
	}
}

func TestHandlerPassesSlogtest(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	slogtest.Run(t, func(*testing.T) slog.Handler {
		out.Reset()
		return telemetry.NewHandler(slog.NewJSONHandler(&out, nil))
	}, func(t *testing.T) map[string]any {
		t.Helper()
		return decodeLine(t, out.Bytes())
	})
}
