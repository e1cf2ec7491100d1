package app

import (
	"crypto/tls"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/fault"
)

// certificateInterval is how often a server looks whether its certificate has changed.
const certificateInterval = 5 * time.Second

// hstsValue keeps browsers from plain HTTP for a year. Other hosts of the domain may be of somebody else, so it does not name them.
const hstsValue = "max-age=31536000"

// certificate is the certificate of the server. It reads the files again when one of them has changed, so that a renewal needs no
// restart. Files that cannot be used leave the certificate as it is: the two may be written one after the other.
type certificate struct {
	certFile, keyFile string
	warn              func(message string, args ...any)
	now               func() time.Time

	mu      sync.Mutex
	checked time.Time
	version string // of the files that were read last, usable or not
	loaded  *tls.Certificate
}

// newCertificate reads the certificate of the settings; nil if they name none.
func newCertificate(settings config.Settings, warn func(message string, args ...any)) (*certificate, error) {
	switch {
	case settings.TLSCert == "" && settings.TLSKey == "":
		return nil, nil //nolint:nilnil // the server speaks plain HTTP
	case settings.TLSCert == "":
		return nil, fault.New(fault.Invalid, "--tls-key is set without --tls-cert").WithHint("Pass the file of the certificate with --tls-cert.")
	case settings.TLSKey == "":
		return nil, fault.New(fault.Invalid, "--tls-cert is set without --tls-key").WithHint("Pass the file of the private key with --tls-key.")
	case strings.HasPrefix(settings.BaseURL, "http://"):
		return nil, fault.New(fault.Invalid, "--base-url is an http URL, but the server has a certificate").
			WithHint("Use an https URL, or leave out --tls-cert and --tls-key.")
	}
	c := &certificate{certFile: settings.TLSCert, keyFile: settings.TLSKey, warn: warn, now: time.Now}
	c.version, c.checked = c.fileVersion(), c.now()
	return c, c.load()
}

func (c *certificate) load() error {
	loaded, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return fault.Wrap(err, fault.Invalid, "cannot use the certificate %s with the key %s", c.certFile, c.keyFile).
			WithHint("Both are PEM files: the certificate followed by those between it and the authority, and its private key. The server must be able to read them.")
	}
	c.loaded = &loaded
	return nil
}

// get returns the certificate for a connection.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.now(); now.Sub(c.checked) >= certificateInterval {
		c.checked = now
		c.reload()
	}
	return c.loaded, nil
}

func (c *certificate) reload() {
	version := c.fileVersion()
	if version == c.version {
		return
	}
	c.version = version
	if err := c.load(); err != nil {
		c.warn("certificate not renewed: the server keeps the one before", "error", err.Error())
	}
}

// fileVersion is a text that changes with the files.
func (c *certificate) fileVersion() string {
	var version strings.Builder
	for _, path := range []string{c.certFile, c.keyFile} {
		if info, err := os.Stat(path); err == nil {
			version.WriteString(info.ModTime().String())
		}
		version.WriteString("\n")
	}
	return version.String()
}

// config returns the TLS configuration of the server.
func (c *certificate) config() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: c.get, NextProtos: []string{"h2", "http/1.1"}}
}

// withTransportSecurity lets browsers use only https from now on. A deployment behind a proxy with a certificate has an https URL too.
func withTransportSecurity(handler http.Handler, baseURL string) http.Handler {
	if !strings.HasPrefix(baseURL, "https://") {
		return handler
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Strict-Transport-Security", hstsValue)
		handler.ServeHTTP(w, r)
	})
}
