package postgres_test

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/postgres"
	"github.com/millrace/millrace/internal/fault"
)

// The address is checked after the name lookup, before each connection of a test and of every other call, and nothing
// connects to a refused one.
func TestRefusedAddressIsNotDialed(t *testing.T) {
	t.Parallel()
	var visits, checks atomic.Int64
	c := serve(t, func(net.Conn) { visits.Add(1) })
	c = with(c, "host", "localhost")
	c.CheckDial = func(_ context.Context, address netip.AddrPort, database string) error {
		checks.Add(1)
		if !address.Addr().IsLoopback() || database != "sales" {
			t.Errorf("asked about %s and database %q", address, database)
		}
		return fault.New(fault.Forbidden, "not there").WithHint("Ask the operator.")
	}
	errs := everyCall(t, newDriver(), c)
	_, errs["test"] = newDriver().Test(t.Context(), c)
	wantEach(t, errs, fault.Forbidden, `this server may not connect to the address of "localhost"`)
	for call, err := range errs {
		if fault.From(err).Hint != "Ask the operator." || strings.Contains(err.Error(), "127.0.0.1") {
			t.Errorf("%s: %v, hint %q", call, err, fault.From(err).Hint)
		}
	}
	if visits.Load() > 0 || checks.Load() == 0 {
		t.Errorf("%d connections, %d checks", visits.Load(), checks.Load())
	}
}

// A connection test says the same about a closed port, a port that never answers, and a port of another service. The log
// has the difference.
func TestFailedTestDoesNotTellWhatListens(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := connectionTo(listener.Addr().(*net.TCPAddr).Port)
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	mute, _ := silent(t)
	web := serve(t, func(client net.Conn) { _, _ = client.Write([]byte("HTTP/1.1 400 Bad Request\r\n\r\n")) })
	hangsUp := serve(t, func(net.Conn) {})
	for _, mode := range []string{"disable", "prefer", "require", "verify-full"} {
		texts, causes := map[string]bool{}, map[string]bool{}
		for _, c := range []engine.Connection{closed, mute, web, hangsUp} {
			var log bytes.Buffer
			driver := postgres.New(postgres.Options{Timeout: 100 * time.Millisecond, Logger: slog.New(slog.NewTextHandler(&log, nil))})
			_, err := driver.Test(t.Context(), with(c, "sslmode", mode))
			if !fault.Is(err, fault.Unavailable) || fault.From(err).Cause != nil {
				t.Errorf("%s: %v", mode, err)
				continue
			}
			before, after, _ := strings.Cut(err.Error(), "127.0.0.1:")
			_, after, _ = strings.Cut(after, " ")
			texts[before+after+" "+fault.From(err).Hint] = true
			_, cause, _ := strings.Cut(log.String(), "cause=")
			causes[cause] = true
		}
		if len(texts) != 1 || len(causes) < 3 {
			t.Errorf("%s: texts %v, causes %v; want one text and different causes", mode, texts, causes)
		}
	}
}
