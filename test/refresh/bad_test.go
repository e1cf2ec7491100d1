package refresh_test

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/run"
)

// two has two branches: one that a test breaks, and one that goes on.
func two() project {
	p := newProject()
	p.add(source("PEOPLE", rowColumns()...))
	p.add(source("MORE", rowColumns()...))
	p.add(node("Stage", "LEFT", rowColumns(), "PEOPLE"))
	p.query("View", "ABOVE_LEFT", `SELECT l."ID" FROM {{ ref('OUT', 'LEFT') }} AS l`)
	p.query("Stage", "FAR_LEFT", `SELECT a."ID" FROM {{ ref('OUT', 'ABOVE_LEFT') }} AS a`)
	p.add(node("Stage", "RIGHT", rowColumns(), "MORE"))
	return p
}

// A table that was dropped underneath fails the node that needs it, and that one alone.
func TestTableDroppedDuringRun(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *fixture) {
		p := s.begin(two())
		s.exec("DROP VIEW "+s.name(out, "ABOVE_LEFT"), "DROP TABLE "+s.name(out, "LEFT"))
		heard, outcome := s.execute(p)
		if outcome.Status != run.Failed || !strings.Contains(outcome.Reason, "LEFT") {
			s.t.Errorf("the run ended as %+v", outcome)
		}
		s.expectState(heard, "LEFT", run.NodeFailed, "LEFT")
		s.expectState(heard, "ABOVE_LEFT", run.NodeSkipped, "LEFT")
		s.expectState(heard, "FAR_LEFT", run.NodeSkipped, "LEFT")
		s.expectState(heard, "RIGHT", run.NodeComplete, "")
	})
}

// So does a table that is read and never made.
func TestMissingSourceFailsNode(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *fixture) {
		p := s.begin(two())
		s.exec("ALTER TABLE " + s.name(src, "PEOPLE") + " RENAME TO \"ELSEWHERE\"")
		heard, _ := s.execute(p)
		s.expectState(heard, "PEOPLE", run.NodeFailed, "PEOPLE")
		s.expectState(heard, "LEFT", run.NodeSkipped, "PEOPLE")
		s.expectState(heard, "RIGHT", run.NodeComplete, "")
		s.expectIDs("LEFT", good)
	})
}

// An engine that is gone fails every node, and the run ends.
func TestUnavailableEngineFailsRun(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *fixture) {
		p := s.begin(two())
		if err := s.engine.Close(); err != nil {
			s.t.Fatal(err)
		}
		s.expectNothingWorks(s.execute(p))
	})
}

// expectNothingWorks: no node is complete, each says why, and the run failed.
func (s *fixture) expectNothingWorks(heard results, outcome run.Outcome) {
	s.t.Helper()
	if outcome.Status != run.Failed || outcome.Reason == "" {
		s.t.Errorf("the run ended as %+v", outcome)
	}
	for _, name := range []string{"PEOPLE", "MORE", "LEFT", "ABOVE_LEFT", "FAR_LEFT", "RIGHT"} {
		result := heard[name]
		if result.State != run.NodeFailed && result.State != run.NodeSkipped || result.Problem == nil || result.Problem.Message == "" {
			s.t.Errorf("%s is %s and says %+v", name, result.State, result.Problem)
		}
	}
}

// A server whose disk is full says so in its own way. The disk itself is not filled: that takes a file system of its own.
func TestServerDiskIsFull(t *testing.T) {
	t.Parallel()
	s := newFixture(t, connectionTo(t, "postgres"))
	p := newProject()
	p.add(source("PEOPLE", rowColumns()...))
	p.add(source("MORE", rowColumns()...))
	p.add(with(node("Stage", "LEFT", rowColumns(), "PEOPLE"), "preSQL", `DO $$ BEGIN
  IF EXISTS (SELECT 1 FROM {{ ref('SRC', 'MORE') }} WHERE "ID" = 99) THEN
    RAISE SQLSTATE '53100' USING MESSAGE = 'could not extend file: No space left on device';
  END IF;
END $$;`))
	planned := s.begin(p)
	s.fill("MORE", row{"99", null, null, null, null})
	heard, _ := s.execute(planned)
	s.expectState(heard, "LEFT", run.NodeFailed, "No space left on device")
	if heard["LEFT"].Attempt != 1 {
		t.Errorf("it was tried %d times", heard["LEFT"].Attempt)
	}
	s.expectIDs("LEFT", good)
}

// A server that is stopped.
func TestConnectionIsDown(t *testing.T) {
	t.Parallel()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	s := unreachable(t, port)
	heard, outcome := s.execute(s.plan(s.compile(two(), nil)))
	s.expectNothingWorks(heard, outcome)
	s.expectState(heard, "PEOPLE", run.NodeFailed, "127.0.0.1")
}

// A server that rejects the login. It is not a real one: that would have to be set up to ask for passwords.
func TestWrongPassword(t *testing.T) {
	t.Parallel()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go refuse(connection)
		}
	}()
	s := unreachable(t, listener.Addr().(*net.TCPAddr).Port)
	heard, outcome := s.execute(s.plan(s.compile(two(), nil)))
	s.expectNothingWorks(heard, outcome)
	s.expectState(heard, "PEOPLE", run.NodeFailed, "password")
	for name, result := range heard {
		if strings.Contains(result.Problem.Message+result.Problem.Hint+outcome.Reason, "s3cret") {
			t.Errorf("%s tells the password: %+v", name, result.Problem)
		}
	}
}

// refuse asks for a password and finds it wrong, in the protocol of PostgreSQL.
func refuse(connection net.Conn) {
	defer func() { _ = connection.Close() }()
	var size [4]byte
	if _, err := io.ReadFull(connection, size[:]); err != nil {
		return
	}
	startup := make([]byte, binary.BigEndian.Uint32(size[:])-4)
	if _, err := io.ReadFull(connection, startup); err != nil {
		return
	}
	_, askErr := connection.Write([]byte("R\x00\x00\x00\x08\x00\x00\x00\x03")) // a password in clear text
	_, readErr := connection.Read(make([]byte, 1024))
	if errors.Join(askErr, readErr) != nil {
		return
	}
	fields := "SFATAL\x00VFATAL\x00C28P01\x00Mpassword authentication failed for user \"mill\"\x00\x00"
	message := binary.BigEndian.AppendUint32([]byte("E"), uint32(len(fields)+4))
	_, _ = connection.Write(append(message, fields...))
}

// unreachable is a stand whose engine never gives a session.
func unreachable(t *testing.T, port int) *fixture {
	t.Helper()
	connection := engine.Connection{
		Kind:     "postgres",
		Settings: map[string]any{"host": "127.0.0.1", "port": port, "database": "mill", "user": "mill", "sslmode": "disable"},
		Secret:   map[string]string{"password": "s3cret"},
	}
	return &fixture{t: t, connection: connection, engine: open(t, connection)}
}

// A folder that is a file cannot be opened, and the error says so.
func TestInvalidFolderFailsRun(t *testing.T) {
	t.Parallel()
	connection := connectionTo(t, "duckdb")
	writeFile(t, filepath.Join(connection.Folder, "file"), "not a folder")
	connection.Settings = map[string]any{"path": "file"}
	driver, err := drivers().Lookup(connection.Kind)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := driver.Open(t.Context(), connection)
	if err == nil {
		_ = opened.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "folder") {
		t.Errorf("opening it: %v", err)
	}
}
