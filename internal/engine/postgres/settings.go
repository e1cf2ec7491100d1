package postgres

import (
	"net"
	"net/netip"
	"strconv"
	"strings"

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

type settings struct {
	host     string
	port     uint16
	database string
	user     string
	sslmode  string
	password string
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
