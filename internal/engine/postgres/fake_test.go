package postgres_test

import (
	"bytes"
	"crypto/tls"
	"encoding/binary"
	"io"
	"net"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/millrace/millrace/internal/engine"
)

// fake is a server that implements the part of PostgreSQL's protocol that a case needs. It replaces servers that are
// hard to set up: with unusual certificates, silent ones, hostile ones.
type fake struct {
	certificate *tls.Certificate // nil: it does not offer TLS
	greet       func(t *testing.T, client *pgproto3.Backend)

	mu      sync.Mutex
	startup map[string]string // parameters of the last client
	secure  bool              // whether the last client came with TLS
}

// start serves until the test ends, and returns a connection to the server.
func (f *fake) start(t *testing.T) engine.Connection {
	t.Helper()
	return serve(t, func(client net.Conn) { f.talk(t, client) })
}

// serve answers every client of a new address until the test ends, and returns a connection to it.
func serve(t *testing.T, answer func(client net.Conn)) engine.Connection {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			all.Go(func() {
				defer func() { _ = client.Close() }()
				answer(client)
			})
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		all.Wait()
	})
	return connectionTo(listener.Addr().(*net.TCPAddr).Port)
}

const secretPassword = "s3cret-p4ssw0rd"

func connectionTo(port int) engine.Connection {
	return engine.Connection{
		Kind:     "postgres",
		Settings: map[string]any{"host": "127.0.0.1", "port": float64(port), "database": "sales", "user": "ada"},
		Secret:   map[string]string{"password": secretPassword},
	}
}

func with(c engine.Connection, key string, value any) engine.Connection {
	settings := map[string]any{key: value}
	for k, v := range c.Settings {
		if k != key {
			settings[k] = v
		}
	}
	c.Settings = settings
	return c
}

func (f *fake) talk(t *testing.T, client net.Conn) {
	t.Helper()
	client, secure, ok := f.negotiate(client)
	if !ok {
		return
	}
	backend := pgproto3.NewBackend(client, client)
	message, err := backend.ReceiveStartupMessage()
	if err != nil {
		return
	}
	startup, ok := message.(*pgproto3.StartupMessage)
	if !ok {
		return
	}
	f.mu.Lock()
	f.startup, f.secure = startup.Parameters, secure
	f.mu.Unlock()
	if f.greet != nil {
		f.greet(t, backend)
		return
	}
	answerVersion(backend)
}

func (f *fake) last() (startup map[string]string, secure bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.startup, f.secure
}

// negotiate reads the first message. It answers a request for TLS with S or N, and the client continues.
func (f *fake) negotiate(client net.Conn) (_ net.Conn, secure, ok bool) {
	const tlsRequest = 80877103
	first := make([]byte, 8)
	if _, err := io.ReadFull(client, first); err != nil {
		return nil, false, false
	}
	if binary.BigEndian.Uint32(first[4:]) != tlsRequest {
		return rewound{client, io.MultiReader(bytes.NewReader(first), client)}, false, true
	}
	if f.certificate == nil {
		_, _ = client.Write([]byte("N"))
		return client, false, true
	}
	_, _ = client.Write([]byte("S"))
	return tls.Server(client, &tls.Config{Certificates: []tls.Certificate{*f.certificate}}), true, true
}

// rewound is a connection that returns its first bytes again.
type rewound struct {
	net.Conn

	reader io.Reader
}

func (r rewound) Read(p []byte) (int, error) { return r.reader.Read(p) }

// answerVersion accepts the client and answers its query.
func answerVersion(backend *pgproto3.Backend) {
	backend.Send(&pgproto3.AuthenticationOk{})
	backend.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
	if backend.Flush() != nil {
		return
	}
	if _, err := backend.Receive(); err != nil {
		return
	}
	backend.Send(&pgproto3.RowDescription{Fields: []pgproto3.FieldDescription{{Name: []byte("server_version"), DataTypeOID: 25}}})
	backend.Send(&pgproto3.DataRow{Values: [][]byte{[]byte("99.1 (Fake)")}})
	backend.Send(&pgproto3.CommandComplete{CommandTag: []byte("SHOW")})
	backend.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
	if backend.Flush() != nil {
		return
	}
	_, _ = backend.Receive() // Terminate
}

// refuse rejects a client with an error.
func refuse(code, message string) func(*testing.T, *pgproto3.Backend) {
	return func(t *testing.T, backend *pgproto3.Backend) {
		t.Helper()
		backend.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: code, Message: message})
		_ = backend.Flush()
	}
}
