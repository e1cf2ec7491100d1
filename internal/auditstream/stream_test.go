package auditstream_test

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/auditstream"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
)

// newLog returns a store whose audit log has an entry for each of some organizations.
func newLog(t *testing.T, organizations int) *store.DB {
	t.Helper()
	return newLogIn(t, statetest.Folder(t), organizations)
}

func newLogIn(t *testing.T, folder string, organizations int) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	for i := range organizations {
		organization, err := account.NewOrganization(fmt.Sprint("Organization ", i), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		administrator := account.User{
			ID: ids.New[ids.User](), Organization: organization.ID, Email: fmt.Sprintf("ada%d@example.com", i), Role: account.OrganizationAdministrator,
			Status: account.UserActive, CreatedAt: time.Now(),
		}
		if err := db.Setups().Add(t.Context(), project.NewSetup(organization, administrator, time.Now())); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

func streamTo(t *testing.T, db *store.DB, options auditstream.Options) *auditstream.Streamer {
	t.Helper()
	sender, err := auditstream.NewSender(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sender.Close() })
	return auditstream.New(db.AuditStreams(), sender, auditstream.Name(options.URL), slog.New(slog.DiscardHandler))
}

// wantSent sends what is pending, which must be a number of entries.
func wantSent(t *testing.T, stream *auditstream.Streamer, want int) {
	t.Helper()
	if sent, err := stream.Send(t.Context()); err != nil || sent != want {
		t.Fatalf("sent %d, %v; want %d", sent, err, want)
	}
}

// receiver is an HTTP endpoint that refuses the first requests.
type receiver struct {
	mu       sync.Mutex
	refuse   int
	received []audit.Message
	header   http.Header
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.refuse > 0 {
		r.refuse--
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	r.header = request.Header
	decoder := json.NewDecoder(request.Body)
	for {
		var message audit.Message
		if err := decoder.Decode(&message); err != nil {
			return
		}
		r.received = append(r.received, message)
	}
}

// TestStreamSurvivesAnOutage: while the endpoint fails, the position stays; afterwards every entry arrives in order, once.
func TestStreamSurvivesAnOutage(t *testing.T) {
	t.Parallel()
	db := newLog(t, 3)
	endpoint := &receiver{refuse: 2}
	server := httptest.NewServer(endpoint)
	t.Cleanup(server.Close)
	stream := streamTo(t, db, auditstream.Options{URL: server.URL + "/ingest", Token: "secret"})
	for range 2 {
		if sent, err := stream.Send(t.Context()); err == nil || sent != 0 {
			t.Fatalf("sent %d, %v; want an error", sent, err)
		}
	}
	wantSent(t, stream, 3)
	if sent, err := stream.Send(t.Context()); err != nil || sent != 0 {
		t.Errorf("sent %d again, %v", sent, err)
	}
	if len(endpoint.received) != 3 || endpoint.received[0].Action != "organization.create" || endpoint.received[0].ID != "1" || len(endpoint.received[0].Hash) != 64 {
		t.Errorf("received %+v", endpoint.received)
	}
	if endpoint.header.Get("Authorization") != "Bearer secret" || endpoint.header.Get("Content-Type") != "application/jsonl" {
		t.Errorf("header %v", endpoint.header)
	}
	// Another server continues at the stored position, after the first one gave up its lease; here it only finds the lease taken.
	if sent, err := streamTo(t, db, auditstream.Options{URL: server.URL + "/ingest"}).Send(t.Context()); err != nil || sent != 0 {
		t.Errorf("a second server sent %d, %v", sent, err)
	}
}

// openRaw opens the database of a folder without the store.
func openRaw(t *testing.T, folder string) *sql.DB {
	t.Helper()
	raw, err := sql.Open("sqlite3", filepath.Join(folder, "millrace.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = raw.Close() })
	return raw
}

// TestEachBatchIsClaimed: a slow destination may take longer for the batches of all organizations than a lease is valid. A server
// that loses the destination during a batch leaves the rest to the other one.
func TestEachBatchIsClaimed(t *testing.T) {
	t.Parallel()
	folder := statetest.Folder(t)
	db, raw := newLogIn(t, folder, 3), openRaw(t, folder)
	endpoint := &receiver{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := raw.ExecContext(r.Context(), `UPDATE audit_stream_leases SET owner = 'another server'`); err != nil {
			t.Error(err)
		}
		endpoint.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	wantSent(t, streamTo(t, db, auditstream.Options{URL: server.URL}), 1)
}

// TestChangesThatAreNoJSON: somebody changed an entry in the database. It is sent as it is, and does not block the others.
func TestChangesThatAreNoJSON(t *testing.T) {
	t.Parallel()
	folder := statetest.Folder(t)
	db := newLogIn(t, folder, 1)
	raw := openRaw(t, folder)
	for _, statement := range []string{`DROP TRIGGER audit_entries_update`, `UPDATE audit_entries SET changes = 'oops'`} {
		if _, err := raw.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	endpoint := &receiver{}
	server := httptest.NewServer(endpoint)
	t.Cleanup(server.Close)
	wantSent(t, streamTo(t, db, auditstream.Options{URL: server.URL}), 1)
	if len(endpoint.received) != 1 || string(endpoint.received[0].Changes) != `"oops"` {
		t.Errorf("received %+v", endpoint.received)
	}
}

// TestLostEntriesAreReportedOnce: the retention deletes entries that were not sent. While the destination fails, the log has one
// warning about them.
func TestLostEntriesAreReportedOnce(t *testing.T) {
	t.Parallel()
	db := newLog(t, 1)
	server := httptest.NewServer(&receiver{refuse: 2})
	t.Cleanup(server.Close)
	options := auditstream.Options{URL: server.URL}
	sender, err := auditstream.NewSender(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sender.Close() })
	organizations, err := db.Organizations().All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := db.AuditStreams().Advance(t.Context(), auditstream.Name(options.URL), audit.Entry{Organization: organizations[0].ID}); err != nil {
		t.Fatal(err)
	}
	if deleted, err := db.AuditLog().DeleteExpired(t.Context(), time.Now().Add(48*time.Hour), 100); err != nil || deleted != 1 {
		t.Fatalf("deleted %d, %v", deleted, err)
	}
	var log bytes.Buffer
	stream := auditstream.New(db.AuditStreams(), sender, auditstream.Name(options.URL), slog.New(slog.NewTextHandler(&log, nil)))
	for range 2 {
		if _, err := stream.Send(t.Context()); err == nil {
			t.Fatal("the endpoint did not fail")
		}
	}
	wantSent(t, stream, 1)
	if text := log.String(); strings.Count(text, "deleted before they were sent") != 1 || !strings.Contains(text, "entries=1") {
		t.Errorf("the log is %s", text)
	}
}

// rfc5424 is the head of a message: priority, version, time, host, program, process, message id and no structured data.
var rfc5424 = regexp.MustCompile(`^<1(08|10)>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z mill-7 millrace \d+ audit - (\{.*\})$`)

func wantMessage(t *testing.T, text string) {
	t.Helper()
	parts := rfc5424.FindStringSubmatch(text)
	if parts == nil {
		t.Fatalf("not a message of RFC 5424: %s", text)
	}
	var message audit.Message
	if err := json.Unmarshal([]byte(parts[2]), &message); err != nil || message.Action != "organization.create" {
		t.Errorf("message %s, %v", parts[2], err)
	}
}

func TestSyslogOverTCP(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	messages := make(chan string, 2)
	var accepting sync.WaitGroup
	t.Cleanup(accepting.Wait)
	accepting.Go(func() { readFrames(listener, messages) })
	stream := streamTo(t, newLog(t, 2), auditstream.Options{URL: "syslog+tcp://" + listener.Addr().String(), Host: "mill-7"})
	wantSent(t, stream, 2)
	wantMessage(t, <-messages)
	wantMessage(t, <-messages)
}

// readFrames reads two messages, each with its length before it.
func readFrames(listener net.Listener, messages chan<- string) {
	connection, err := listener.Accept()
	if err != nil {
		return
	}
	defer func() { _ = connection.Close() }()
	reader := bufio.NewReader(connection)
	for range 2 {
		var length int
		if _, err := fmt.Fscanf(reader, "%d ", &length); err != nil {
			messages <- err.Error()
			return
		}
		frame := make([]byte, length)
		if _, err := io.ReadFull(reader, frame); err != nil {
			messages <- err.Error()
			return
		}
		messages <- string(frame)
	}
}

func TestSyslogDatagrams(t *testing.T) {
	t.Parallel()
	socket := filepath.Join(t.TempDir(), "log")
	for name, test := range map[string]struct{ network, address, scheme string }{
		"udp":  {"udp", "127.0.0.1:0", "syslog+udp://"},
		"unix": {"unixgram", socket, "syslog+unix://"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, err := new(net.ListenConfig).ListenPacket(context.Background(), test.network, test.address)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = server.Close() })
			stream := streamTo(t, newLog(t, 1), auditstream.Options{URL: test.scheme + server.LocalAddr().String(), Host: "mill-7"})
			wantSent(t, stream, 1)
			datagram := make([]byte, 1<<16)
			n, _, err := server.ReadFrom(datagram)
			if err != nil {
				t.Fatal(err)
			}
			wantMessage(t, string(datagram[:n]))
		})
	}
}

// TestFaultsHaveHints: an operator finds in the log what to do, and not the secret in the URL of an endpoint.
func TestFaultsHaveHints(t *testing.T) {
	t.Parallel()
	refusing := httptest.NewServer(&receiver{refuse: 1})
	t.Cleanup(refusing.Close)
	gone := httptest.NewServer(&receiver{})
	gone.Close()
	closed := strings.TrimPrefix(gone.URL, "http://")
	for _, url := range []string{refusing.URL, gone.URL + "/?key=hidden", "syslog+tcp://" + closed, "syslog+tls://" + closed} {
		_, err := streamTo(t, newLog(t, 1), auditstream.Options{URL: url}).Send(t.Context())
		if err == nil || !strings.Contains(fault.From(err).Hint, "audit_stream") || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

func TestBadDestinationsAreRejected(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"", "siem:514", "syslog://siem:514", "syslog+tcp://siem", "syslog+unix://", "ftp://siem", "https://", "http:// bad"} {
		if _, err := auditstream.NewSender(auditstream.Options{URL: url}); err == nil || !strings.Contains(err.Error(), "destination") {
			t.Errorf("%q: %v", url, err)
		}
	}
}
