package postgres_test

import (
	"context"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/postgres"
	"github.com/millrace/millrace/internal/fault"
)

// everyCall makes every call that needs the server, and returns their errors.
func everyCall(t *testing.T, driver *postgres.Driver, c engine.Connection) map[string]error {
	t.Helper()
	e, err := driver.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close() //nolint:errcheck // nothing is lost
	ctx, errs := t.Context(), map[string]error{}
	_, errs["session"] = e.Session(ctx, someone())
	_, errs["describe"] = e.Describe(ctx, "SELECT 1")
	_, errs["catalog"] = e.Catalog(ctx, engine.Schema{Name: "a"})
	errs["prepare"] = e.Prepare(ctx, []engine.Schema{{Name: "a"}})
	errs["fence"] = e.Fence(ctx, someone())
	for call, err := range errs {
		if err == nil {
			t.Errorf("%s went well", call)
			delete(errs, call)
			continue
		}
		wantNoSecret(t, err, secretPassword)
	}
	return errs
}

func wantEach(t *testing.T, errs map[string]error, kind fault.Kind, words string) {
	t.Helper()
	for call, err := range errs {
		if !fault.Is(err, kind) || !strings.Contains(err.Error(), words) || fault.From(err).Hint == "" {
			t.Errorf("%s: %v (%s), want a fault of kind %s with %q and a hint", call, err, fault.KindOf(err), kind, words)
		}
	}
}

func TestOpenNeedsNoServer(t *testing.T) {
	t.Parallel()
	wantEach(t, everyCall(t, newDriver(), connectionTo(1)), fault.Unavailable, "no PostgreSQL server answers at")
	_, err := newDriver().Open(t.Context(), with(connectionTo(1), "port", 0.0))
	if !fault.Is(err, fault.Invalid) {
		t.Errorf("%v, want invalid", err)
	}
}

func TestWrongPasswordFailsTheFirstCall(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		"28P01": `refused the password of user "ada"`, "28000": `does not let user "ada" in`, "3D000": `has no database "sales"`,
		"53300": "has no connection left", "57P03": "is starting up or shutting down",
	} {
		server := &fake{greet: func(t *testing.T, client *pgproto3.Backend) {
			t.Helper()
			refuse(code, "your password is "+askPassword(t, client))(t, client)
		}}
		wantEach(t, everyCall(t, newDriver(), server.start(t)), fault.Unavailable, want)
	}
}

func TestCallsTimeOutOnSilentServer(t *testing.T) {
	t.Parallel()
	c, _ := silent(t)
	driver := postgres.New(postgres.Options{Timeout: 50 * time.Millisecond})
	wantEach(t, everyCall(t, driver, with(c, "sslmode", "disable")), fault.Unavailable, "no PostgreSQL server answers at")
}

// welcome accepts a client and answers each of its requests.
func welcome(answer ...pgproto3.BackendMessage) func(*testing.T, *pgproto3.Backend) {
	return func(t *testing.T, client *pgproto3.Backend) {
		t.Helper()
		client.Send(&pgproto3.AuthenticationOk{})
		client.Send(&pgproto3.BackendKeyData{ProcessID: 1, SecretKey: []byte{1, 2, 3, 4}})
		client.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
		for client.Flush() == nil {
			message, err := client.Receive()
			if err != nil {
				return
			}
			if _, isEnd := message.(*pgproto3.Sync); isEnd {
				for _, part := range answer {
					client.Send(part)
				}
			}
		}
	}
}

func TestPasswordInAnswersIsRemoved(t *testing.T) {
	t.Parallel()
	server := &fake{greet: welcome(
		&pgproto3.ErrorResponse{
			Severity: "ERROR", Code: "22000", Message: "oh " + secretPassword, Detail: secretPassword, Hint: secretPassword, Where: secretPassword,
			Position: 1 << 30,
		},
		&pgproto3.ReadyForQuery{TxStatus: 'I'},
	)}
	for call, err := range everyCall(t, newDriver(), server.start(t)) {
		if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "oh …") {
			t.Errorf("%s: %v", call, err)
		}
	}
}

// A later statement would be its own transaction and could not be rolled back.
func TestTransactionThatTheServerDidNotStart(t *testing.T) {
	t.Parallel()
	label := engine.Label{WorkID: "x", Epoch: 1}
	server := &fake{greet: welcome(
		&pgproto3.ParameterStatus{Name: "application_name", Value: "mr:x:1"}, &pgproto3.CommandComplete{CommandTag: []byte("INSERT 0 1")},
		&pgproto3.ReadyForQuery{TxStatus: 'I'},
	)}
	e, err := newDriver().Open(t.Context(), server.start(t))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close() //nolint:errcheck // nothing is lost
	s, err := e.Session(t.Context(), label)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := s.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Exec(t.Context(), "INSERT"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Exec(t.Context(), "INSERT"); !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "has ended") {
			t.Errorf("%v, want an invalid fault", err)
		}
		if err := s.Commit(t.Context()); !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "nothing was committed") {
			t.Errorf("%v, want an invalid fault", err)
		}
		if err := s.Rollback(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

func TestFaultKindsOfErrorCodes(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]fault.Kind{
		"40001": fault.Conflict, "40P01": fault.Conflict, "55P03": fault.Conflict, "XX000": fault.Conflict, "23505": fault.Conflict,
		"53100": fault.Full, "53200": fault.Limit, "53400": fault.Limit, "25P04": fault.Limit,
		"53300": fault.Unavailable, "57P01": fault.Unavailable, "57P02": fault.Unavailable, "57P05": fault.Unavailable, "08006": fault.Unavailable,
		"08P01": fault.Invalid, "42P01": fault.Invalid, "22012": fault.Invalid, "23502": fault.Invalid, "42501": fault.Invalid,
		"57014": fault.Invalid, "58030": fault.Invalid, "XX001": fault.Invalid, "": fault.Invalid,
	} {
		server := &fake{greet: welcome(
			&pgproto3.ErrorResponse{Severity: "FEHLER", SeverityUnlocalized: "ERROR", Code: code, Message: "tuple concurrently updated", SchemaName: "pg_catalog"},
			&pgproto3.ReadyForQuery{TxStatus: 'I'},
		)}
		e, err := newDriver().Open(t.Context(), server.start(t))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Catalog(t.Context(), engine.Schema{Name: "a"}); !fault.Is(err, want) {
			t.Errorf("%s: %v (%s), want %s", code, err, fault.KindOf(err), want)
		}
		_ = e.Close()
	}
}

// Every malformed answer leads to a fault, not to a panic.
func TestMalformedAnswersDoNotPanic(t *testing.T) {
	t.Parallel()
	ready := &pgproto3.ReadyForQuery{TxStatus: 'I'}
	text := func(names ...string) *pgproto3.RowDescription {
		var d pgproto3.RowDescription
		for _, name := range names {
			d.Fields = append(d.Fields, pgproto3.FieldDescription{Name: []byte(name), DataTypeOID: 25})
		}
		return &d
	}
	row := func(values ...string) *pgproto3.DataRow {
		var r pgproto3.DataRow
		for _, value := range values {
			r.Values = append(r.Values, []byte(value))
		}
		return &r
	}
	for name, answer := range map[string][]pgproto3.BackendMessage{
		"rows without columns":       {row("a"), ready},
		"fewer values than columns":  {text("a", "b"), row(), ready},
		"more values than columns":   {text("a"), row("1", "2", "3"), ready},
		"columns twice":              {text("a"), text("b"), row("1"), ready},
		"columns and nothing else":   {text(), row(), row(), ready},
		"a command that is none":     {&pgproto3.CommandComplete{CommandTag: []byte("INSERT 0 many")}, ready},
		"copying out":                {&pgproto3.CopyOutResponse{}, &pgproto3.CopyData{Data: []byte("x")}, &pgproto3.CopyDone{}, ready},
		"an error without an end":    {&pgproto3.ErrorResponse{Severity: "FATAL", Code: "57P01", Message: "bye"}},
		"a transaction out of a hat": {&pgproto3.ReadyForQuery{TxStatus: 'E'}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := &fake{greet: welcome(answer...)}
			e, err := postgres.New(postgres.Options{Timeout: 200 * time.Millisecond}).Open(t.Context(), server.start(t))
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close() //nolint:errcheck // nothing is lost
			ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
			defer cancel()
			_, _ = e.Describe(ctx, "SELECT 1")
			_, _ = e.Catalog(ctx, engine.Schema{Name: "a"})
			_ = e.Prepare(ctx, []engine.Schema{{Name: "a"}})
			_ = e.Fence(ctx, someone())
			s, err := e.Session(ctx, someone())
			if err != nil {
				return
			}
			_, _ = s.Exec(ctx, "SELECT 1")
			_, _ = s.Query(ctx, "SELECT 1", 1)
			_ = s.Close()
		})
	}
}

func TestStartupParameters(t *testing.T) {
	t.Parallel()
	server := &fake{greet: refuse("28P01", "no")}
	everyCall(t, newDriver(), with(server.start(t), "statementTimeout", "1m"))
	startup, _ := server.last()
	want := map[string]string{
		"user": "ada", "database": "sales", "application_name": "millrace", "client_encoding": "UTF8", "standard_conforming_strings": "on",
		"statement_timeout": "60000",
	}
	if !maps.Equal(startup, want) {
		t.Errorf("startup = %q, want %q", startup, want)
	}
}
