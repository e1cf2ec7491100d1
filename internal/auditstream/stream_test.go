package auditstream_test

import (
	"bufio"
	"context"
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
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
)

// newLog returns a store whose audit log has an entry for each of some organizations.
func newLog(t *testing.T, organizations int) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Folder: statetest.Folder(t)})
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

func TestBadDestinationsAreRejected(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"", "siem:514", "syslog://siem:514", "syslog+tcp://siem", "syslog+unix://", "ftp://siem", "https://", "http:// bad"} {
		if _, err := auditstream.NewSender(auditstream.Options{URL: url}); err == nil || !strings.Contains(err.Error(), "destination") {
			t.Errorf("%q: %v", url, err)
		}
	}
}
