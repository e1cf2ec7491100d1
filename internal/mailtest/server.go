package mailtest

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"math/big"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Options say how a server behaves. The zero value accepts everything without encryption.
type Options struct {
	HasTLS      bool // from the first byte
	HasSTARTTLS bool
	// User and Password are needed if they are not empty.
	User, Password string
	// Refuse is a recipient whose mail is refused for good.
	Refuse string
}

// Received is a message as a server has received it.
type Received struct {
	From, To string // of the envelope
	Header   mail.Header
	Subject  string
	Text     string
	IsTLS    bool // the connection was encrypted
}

// Server is a running SMTP server.
type Server struct {
	Address string
	// Roots verify its certificate.
	Roots *x509.CertPool
	// Messages has the messages in the order in which they came.
	Messages chan Received

	options  Options
	server   *smtp.Server
	listener net.Listener
	serving  sync.WaitGroup
}

// maxMessages is how many messages wait in Messages. The server waits when there are more.
const maxMessages = 100

// Start starts a server on a free port of this machine.
func Start(options Options) (*Server, error) {
	certificate, roots, err := newCertificate()
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it returns at once
	if err != nil {
		return nil, err
	}
	s := &Server{Address: listener.Addr().String(), Roots: roots, Messages: make(chan Received, maxMessages), options: options}
	s.server = smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) { return &session{server: s, conn: c}, nil }))
	s.server.Domain, s.server.ReadTimeout, s.server.WriteTimeout = "localhost", 30*time.Second, 30*time.Second
	if options.HasSTARTTLS {
		s.server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
	}
	if options.HasTLS {
		listener = tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12})
	}
	s.listener = listener
	s.serving.Go(func() { _ = s.server.Serve(listener) }) // it ends when it is closed
	return s, nil
}

// Close stops the server.
func (s *Server) Close() error {
	err := s.server.Close()
	_ = s.listener.Close() // the library does not know it yet if the server has just started
	s.serving.Wait()
	return err
}

// newCertificate returns a certificate for this machine and the roots that verify it.
func newCertificate() (tls.Certificate, *x509.CertPool, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "mailtest"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return tls.Certificate{}, nil, err
	}
	parsed, err := x509.ParseCertificate(raw)
	if err != nil {
		return tls.Certificate{}, nil, err
	}
	roots := x509.NewCertPool()
	roots.AddCert(parsed)
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}, roots, nil
}

// session is one connection.
type session struct {
	server   *Server
	conn     *smtp.Conn
	isKnown  bool
	from, to string
}

// AuthMechanisms returns the ways to sign in.
func (s *session) AuthMechanisms() []string {
	if s.server.options.User == "" {
		return nil
	}
	return []string{sasl.Plain}
}

// Auth checks user and password.
func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != s.server.options.User || password != s.server.options.Password {
			return smtp.ErrAuthFailed
		}
		s.isKnown = true
		return nil
	}), nil
}

// Mail begins a message.
func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	if s.server.options.User != "" && !s.isKnown {
		return smtp.ErrAuthRequired
	}
	s.from = from
	return nil
}

// Rcpt accepts the recipient.
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if to == s.server.options.Refuse {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox"}
	}
	s.to = to
	return nil
}

// Data receives the message.
func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	message, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	body := message.Body
	if message.Header.Get("Content-Transfer-Encoding") == "quoted-printable" {
		body = quotedprintable.NewReader(message.Body)
	}
	text, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject"))
	if err != nil {
		return err
	}
	_, isTLS := s.conn.TLSConnectionState()
	s.server.Messages <- Received{
		From: s.from, To: s.to, Header: message.Header, Subject: subject, IsTLS: isTLS,
		Text: strings.ReplaceAll(string(text), "\r\n", "\n"),
	}
	return nil
}

// Reset forgets the message.
func (s *session) Reset() { s.from, s.to = "", "" }

// Logout ends the session.
func (s *session) Logout() error { return nil }
