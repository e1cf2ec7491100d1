package auditstream

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strings"

	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
)

// Sender sends entries to a destination.
type Sender interface {
	// Send sends entries in their order. After an error it may have sent some of them.
	Send(ctx context.Context, entries []audit.Entry) error
	Close() error
}

// Options describe a destination.
type Options struct {
	// URL is syslog+tcp://host:port, syslog+tls://host:port, syslog+udp://host:port, syslog+unix:///dev/log, or an http or
	// https URL.
	URL   string
	Token string // bearer token of an HTTP endpoint; empty for none
	Host  string // name of this machine in syslog messages
}

// NewSender returns the sender of a destination. It connects when it sends.
func NewSender(options Options) (Sender, error) {
	address, err := url.Parse(options.URL)
	if err != nil {
		return nil, badDestination()
	}
	switch network, isSyslog := strings.CutPrefix(address.Scheme, "syslog+"); {
	case isSyslog && network == "unix" && address.Path != "":
		return &syslogSender{network: "unixgram", address: address.Path, host: options.Host}, nil
	case isSyslog && (network == "tcp" || network == "tls" || network == "udp") && address.Port() != "":
		return &syslogSender{network: network, address: address.Host, host: options.Host}, nil
	case (address.Scheme == "http" || address.Scheme == "https") && address.Host != "":
		return newHTTPSender(options), nil
	default:
		return nil, badDestination()
	}
}

func badDestination() error {
	return fault.New(fault.Invalid, "the destination of the audit stream cannot be used").
		WithHint("Set audit_stream to syslog+tcp://host:port, syslog+tls://host:port, syslog+udp://host:port, syslog+unix:///dev/log, or an http or https URL.")
}

// Name identifies a destination in the state database. It is a hash, because a URL may contain a secret.
func Name(destination string) string {
	sum := sha256.Sum256([]byte(destination))
	return hex.EncodeToString(sum[:8])
}
