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

// twoBranches returns a project with two branches: the tests break the left one, and the right one continues.
func twoBranches() project {
	p := newProject()
	p.add(source("PEOPLE", rowColumns()...))
	p.add(source("MORE", rowColumns()...))
	p.add(node("Stage", "LEFT", rowColumns(), "PEOPLE"))
	p.query("View", "ABOVE_LEFT", `SELECT l."ID" FROM {{ ref('OUT', 'LEFT') }} AS l`)
	p.query("Stage", "FAR_LEFT", `SELECT a."ID" FROM {{ ref('OUT', 'ABOVE_LEFT') }} AS a`)
	p.add(node("Stage", "RIGHT", rowColumns(), "MORE"))
	return p
}

// A table that is dropped before the run fails only the node that needs it.
func TestTableDroppedDuringRun(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *fixture) {
		p := s.begin(twoBranches())
		s.exec("DROP VIEW "+s.name(out, "ABOVE_LEFT"), "DROP TABLE "+s.name(out, "LEFT"))
		got, outcome := s.execute(p)
		if outcome.Status != run.Failed || !strings.Contains(outcome.Reason, "LEFT") {
			s.t.Errorf("the run ended as %+v", outcome)
		}
		s.expectState(got, "LEFT", run.NodeFailed, "LEFT")
		s.expectState(got, "ABOVE_LEFT", run.NodeSkipped, "LEFT")
		s.expectState(got, "FAR_LEFT", run.NodeSkipped, "LEFT")
		s.expectState(got, "RIGHT", run.NodeComplete, "")
	})
}

// A source that does not exist fails its node, and the nodes that read it are skipped.
func TestMissingSourceFailsNode(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *fixture) {
		p := s.begin(twoBranches())
		s.exec("ALTER TABLE " + s.name(src, "PEOPLE") + " RENAME TO \"ELSEWHERE\"")
		got, _ := s.execute(p)
		s.expectState(got, "PEOPLE", run.NodeFailed, "PEOPLE")
		s.expectState(got, "LEFT", run.NodeSkipped, "PEOPLE")
		s.expectState(got, "RIGHT", run.NodeComplete, "")
		s.expectIDs("LEFT", good)
	})
}

// A closed engine fails every node, and the run ends.
func TestUnavailableEngineFailsRun(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *fixture) {
		p := s.begin(twoBranches())
		if err := s.engine.Close(); err != nil {
			s.t.Fatal(err)
		}
		s.expectAllFailed(s.execute(p))
	})
}

// expectAllFailed expects that the run failed, that no node is complete and that each node has a message.
func (s *fixture) expectAllFailed(got results, outcome run.Outcome) {
	s.t.Helper()
	if outcome.Status != run.Failed || outcome.Reason == "" {
		s.t.Errorf("the run ended as %+v", outcome)
	}
	for _, name := range []string{"PEOPLE", "MORE", "LEFT", "ABOVE_LEFT", "FAR_LEFT", "RIGHT"} {
		result := got[name]
		if result.State != run.NodeFailed && result.State != run.NodeSkipped || result.Problem == nil || result.Problem.Message == "" {
			s.t.Errorf("%s is %s with the problem %+v, want failed or skipped with a message", name, result.State, result.Problem)
		}
	}
}

// A server reports a full disk with its own error code. The test raises that error and does not fill a disk, which
// would need a separate file system.
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
	got, _ := s.execute(planned)
	s.expectState(got, "LEFT", run.NodeFailed, "No space left on device")
	if got["LEFT"].Attempt != 1 {
		t.Errorf("LEFT had %d attempts, want 1", got["LEFT"].Attempt)
	}
	s.expectIDs("LEFT", good)
}

// The server is stopped.
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
	got, outcome := s.execute(s.plan(s.compile(twoBranches(), nil)))
	s.expectAllFailed(got, outcome)
	s.expectState(got, "PEOPLE", run.NodeFailed, "127.0.0.1")
}

// The server rejects the login. It is a fake server, because a real one would have to be configured to ask for
// passwords.
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
			go rejectPassword(connection)
		}
	}()
	s := unreachable(t, listener.Addr().(*net.TCPAddr).Port)
	got, outcome := s.execute(s.plan(s.compile(twoBranches(), nil)))
	s.expectAllFailed(got, outcome)
	s.expectState(got, "PEOPLE", run.NodeFailed, "password")
	for name, result := range got {
		if strings.Contains(result.Problem.Message+result.Problem.Hint+outcome.Reason, "s3cret") {
			t.Errorf("the result of %s contains the password: %+v", name, result.Problem)
		}
	}
}

// rejectPassword asks for a password and rejects it, in the protocol of PostgreSQL.
func rejectPassword(connection net.Conn) {
	defer func() { _ = connection.Close() }()
	var size [4]byte
	if _, err := io.ReadFull(connection, size[:]); err != nil {
		return
	}
	startup := make([]byte, binary.BigEndian.Uint32(size[:])-4)
	if _, err := io.ReadFull(connection, startup); err != nil {
		return
	}
	_, askErr := connection.Write([]byte("R\x00\x00\x00\x08\x00\x00\x00\x03")) // a clear-text password
	_, readErr := connection.Read(make([]byte, 1024))
	if errors.Join(askErr, readErr) != nil {
		return
	}
	fields := "SFATAL\x00VFATAL\x00C28P01\x00Mpassword authentication failed for user \"mill\"\x00\x00"
	message := binary.BigEndian.AppendUint32([]byte("E"), uint32(len(fields)+4))
	_, _ = connection.Write(append(message, fields...))
}

// unreachable returns a fixture whose engine never opens a session.
func unreachable(t *testing.T, port int) *fixture {
	t.Helper()
	connection := engine.Connection{
		Kind:     "postgres",
		Settings: map[string]any{"host": "127.0.0.1", "port": port, "database": "mill", "user": "mill", "sslmode": "disable"},
		Secret:   map[string]string{"password": "s3cret"},
	}
	return &fixture{t: t, connection: connection, engine: open(t, connection)}
}

// A path that is a file and not a folder cannot be opened, and the error says so.
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
		t.Errorf("opening a file as a folder returned %v, want an error about the folder", err)
	}
}
