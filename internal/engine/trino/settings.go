package trino

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/engine"
)

// The modes of the setting tls, for URLs with https.
const (
	tlsVerify = "verify" // the certificate must be valid for the host
	tlsTrust  = "trust"  // encrypted, without verification
)

// maxTimeout limits the setting statementTimeout.
const maxTimeout = 100 * 24 * time.Hour

// maxProperties limits the number of session properties.
const maxProperties = 100

type settings struct {
	url        *url.URL
	user       string
	catalog    string
	schema     string
	properties map[string]string
	source     string
	timeout    time.Duration // of a statement; 0 is none

	password string
	token    string
	tls      *tls.Config

	checkDial func(ctx context.Context, address netip.AddrPort, database string) error // nil allows every address
}

func readSettings(c engine.Connection) (settings, error) {
	r := engine.NewReader(c)
	s := settings{
		url:        readURL(r),
		user:       r.RequiredText("user"),
		catalog:    strings.ToLower(r.RequiredText("catalog")),
		schema:     r.Text("schema", ""),
		properties: r.Texts("sessionProperties", maxProperties),
		source:     r.Text("source", "millrace"),
		checkDial:  c.CheckDial,
	}
	s.tls = readTLS(r)
	s.timeout = r.Duration("statementTimeout", maxTimeout)
	s.password, s.token = r.Secret("password"), r.Secret("token")
	s.readCertificate(r)
	s.check(r)
	return s, r.Err()
}

// readURL parses the URL of the coordinator or of a gateway in front of it.
func readURL(r *engine.Reader) *url.URL {
	text := r.RequiredText("url")
	parsed, err := url.Parse(text)
	switch {
	case text == "":
		return &url.URL{}
	case err != nil, parsed.Host == "", parsed.Scheme != "http" && parsed.Scheme != "https", parsed.Opaque != "":
		r.Wrong("url", "is not a URL such as https://trino.example.com:8443")
	case parsed.User != nil:
		r.Wrong("url", "contains a user; use the setting user and the secret")
	case strings.Trim(parsed.Path, "/") != "", parsed.RawQuery != "", parsed.Fragment != "":
		r.Wrong("url", "has a path; give only protocol, host and port")
	default:
		return &url.URL{Scheme: parsed.Scheme, Host: parsed.Host}
	}
	return &url.URL{}
}

func readTLS(r *engine.Reader) *tls.Config {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	config.InsecureSkipVerify = r.OneOf("tls", tlsVerify, tlsTrust) == tlsTrust
	if authority := r.Text("certificateAuthority", ""); authority != "" {
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM([]byte(authority)) {
			r.Wrong("certificateAuthority", "is not a certificate in PEM format")
		}
	}
	return config
}

// readCertificate reads the client certificate.
func (s *settings) readCertificate(r *engine.Reader) {
	certificate, key := r.Secret("certificate"), r.Secret("privateKey")
	if certificate == "" && key == "" {
		return
	}
	pair, err := tls.X509KeyPair([]byte(certificate), []byte(key))
	if err != nil { // the error may quote the key
		r.Wrong("certificate", "and privateKey of the secret are not a certificate and its key in PEM format")
		return
	}
	s.tls.Certificates = []tls.Certificate{pair}
}

// propertyName is what the server accepts as the name of a session property, with the catalog of a connector's.
var propertyName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)?$`)

// headerText is what fits into a header.
var headerText = regexp.MustCompile(`^[\x20-\x7e]{0,200}$`)

func (s *settings) check(r *engine.Reader) {
	hasCredential := s.password != "" || s.token != "" || len(s.tls.Certificates) > 0
	if hasCredential && s.url.Scheme == "http" {
		r.Wrong("url", "begins with http, and a secret is sent over https only")
	}
	if s.password != "" && s.token != "" {
		r.Wrong("user", "signs in with a password or with a token, not with both")
	}
	for key, text := range map[string]string{"user": s.user, "catalog": s.catalog, "schema": s.schema, "source": s.source} {
		if !headerText.MatchString(text) {
			r.Wrong(key, "has more than 200 characters or characters outside of ASCII")
		}
	}
	for name := range s.properties {
		if !propertyName.MatchString(name) {
			r.Wrong("sessionProperties", "has a name that is not name or catalog.name")
		}
	}
}

// address returns host:port for messages.
func (s *settings) address() string {
	port := s.url.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[s.url.Scheme]
	}
	return net.JoinHostPort(s.url.Hostname(), port)
}
