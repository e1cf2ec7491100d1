package auditstream

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
)

const (
	// sendTimeout limits a connection attempt, and the time that a batch takes.
	sendTimeout = 20 * time.Second

	facilityAudit   = 13 // log audit
	severityWarning = 4
	severityInfo    = 6
)

// syslogSender sends messages of RFC 5424: over a stream each with its length before it (RFC 6587), otherwise one per
// datagram.
type syslogSender struct {
	network, address string // tcp, tls, udp or unixgram
	host             string
	connection       net.Conn // nil until it is needed, and after an error
}

// Send writes all entries to the connection.
func (s *syslogSender) Send(ctx context.Context, entries []audit.Entry) error {
	if err := s.connect(ctx); err != nil {
		return fault.Wrap(err, fault.Unavailable, "cannot connect to the syslog server").
			WithHint("Check audit_stream, and that this server can reach it. The entries wait.")
	}
	if err := s.write(entries); err != nil {
		_ = s.Close() // err says more
		return fault.Wrap(err, fault.Unavailable, "cannot write to the syslog server").
			WithHint("Check the log of the syslog server, and the size of its messages. The entries wait.")
	}
	return nil
}

func (s *syslogSender) connect(ctx context.Context) (err error) {
	if s.connection != nil {
		return nil
	}
	dialer := &net.Dialer{Timeout: sendTimeout}
	if s.network == "tls" {
		encrypted := &tls.Dialer{NetDialer: dialer, Config: &tls.Config{MinVersion: tls.VersionTLS12}}
		s.connection, err = encrypted.DialContext(ctx, "tcp", s.address)
	} else {
		s.connection, err = dialer.DialContext(ctx, s.network, s.address)
	}
	if err != nil {
		s.connection = nil // a typed nil is none
	}
	return err
}

func (s *syslogSender) write(entries []audit.Entry) error {
	if err := s.connection.SetWriteDeadline(time.Now().Add(sendTimeout)); err != nil {
		return err
	}
	isStream := s.network == "tcp" || s.network == "tls"
	var batch bytes.Buffer
	for i := range entries {
		message, err := s.message(&entries[i])
		if err != nil {
			return err
		}
		if isStream {
			fmt.Fprintf(&batch, "%d %s", len(message), message)
			continue
		}
		if _, err := s.connection.Write(message); err != nil {
			return err
		}
	}
	if !isStream {
		return nil
	}
	_, err := s.connection.Write(batch.Bytes())
	return err
}

// message returns an entry as a message of RFC 5424, with the entry as JSON.
func (s *syslogSender) message(e *audit.Entry) ([]byte, error) {
	severity := severityInfo
	if e.Result == audit.Refused {
		severity = severityWarning
	}
	body, err := json.Marshal(e.Message())
	if err != nil {
		return nil, err
	}
	host := s.host
	if host == "" || strings.ContainsAny(host, " \t\r\n") {
		host = "-"
	}
	head := fmt.Sprintf("<%d>1 %s %s millrace %d audit - ", facilityAudit*8+severity, e.At.UTC().Format("2006-01-02T15:04:05.000Z07:00"), host, os.Getpid())
	return append([]byte(head), body...), nil
}

// Close closes the connection.
func (s *syslogSender) Close() error {
	if s.connection == nil {
		return nil
	}
	connection := s.connection
	s.connection = nil
	return connection.Close()
}
