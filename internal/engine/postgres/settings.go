package postgres

import (
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
	sslRequire    = "require"     // encrypted, by whoever answers
	sslVerifyCA   = "verify-ca"   // and with a certificate of an authority that we trust
	sslVerifyFull = "verify-full" // and for this very host
)

// desks is how many connections of an engine answer questions; the others are for sessions. They are apart so that no
// question waits for a long statement.
const desks = 2

// maxTimeout is the longest time-out that the server knows.
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

		maxConnections:   r.Number("maxConnections", engine.Bounds{Least: desks + 1, Most: 1000, Absent: 16}),
		statementTimeout: r.Duration("statementTimeout", maxTimeout),
	}
	if s.host != "" && !isHost(s.host) {
		r.Wrong("host", "is not a host name or an IP address")
	}
	return s, r.Err()
}

// isHost keeps out what a driver would take for more than one host or for a socket in the file system.
func isHost(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	return !strings.ContainsFunc(host, func(r rune) bool {
		letter := (r >= 'a' && r <= 'z') || (r >= 'A' && r <= 'Z')
		return !letter && (r < '0' || r > '9') && r != '.' && r != '-' && r != '_'
	})
}

// address is host:port, for people.
func (s settings) address() string { return net.JoinHostPort(s.host, strconv.Itoa(int(s.port))) }
