package postgres

import (
	"context"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/engine"
)

// The modes of sslmode.
const (
	sslPrefer     = "prefer" // encrypted if the server can
	sslDisable    = "disable"
	sslRequire    = "require"     // encrypted, without verification
	sslVerifyCA   = "verify-ca"   // and with a certificate of a trusted authority
	sslVerifyFull = "verify-full" // and for this host name
)

// adminConnections is the number of connections of an engine for internal queries; the others are for sessions. They
// are separate so that no internal query waits for a long statement.
const adminConnections = 2

// maxTimeout is the longest timeout that the server accepts.
const maxTimeout = 24 * 24 * time.Hour

type settings struct {
	host     string
	port     uint16
	database string
	user     string
	sslmode  string
	password string

	maxConnections   int
	statementTimeout time.Duration // 0 is none

	checkDial func(ctx context.Context, address netip.AddrPort, database string) error // nil allows every address
}

func readSettings(c engine.Connection) (settings, error) {
	r := engine.NewReader(c)
	s := settings{
		host:     r.RequiredText("host"),
		port:     r.Port("port", 5432),
		database: r.RequiredText("database"),
		user:     r.RequiredText("user"),
		sslmode:  r.OneOf("sslmode", sslPrefer, sslDisable, sslRequire, sslVerifyCA, sslVerifyFull),
		password: r.Secret("password"),

		maxConnections:   r.Number("maxConnections", engine.Bounds{Least: adminConnections + 1, Most: 1000, Absent: 16}),
		statementTimeout: r.Duration("statementTimeout", maxTimeout),

		checkDial: c.CheckDial,
	}
	if s.host != "" && !isHost(s.host) {
		r.Wrong("host", "is not a host name or an IP address")
	}
	return s, r.Err()
}

// isHost rejects texts that the driver would read as several hosts or as a socket in the file system.
func isHost(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	return !strings.ContainsFunc(host, func(r rune) bool {
		letter := (r >= 'a' && r <= 'z') || (r >= 'A' && r <= 'Z')
		return !letter && (r < '0' || r > '9') && r != '.' && r != '-' && r != '_'
	})
}

// address returns host:port for messages.
func (s settings) address() string { return net.JoinHostPort(s.host, strconv.Itoa(int(s.port))) }
