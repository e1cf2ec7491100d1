package app_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/app"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/fault"
)

// certificateFiles are the files of a certificate for loopback.
type certificateFiles struct{ cert, key string }

func newCertificateFiles(t *testing.T) certificateFiles {
	t.Helper()
	folder := t.TempDir()
	return certificateFiles{filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")}
}

// renew writes a new certificate with a name, and dates the files, because two writes may have the same time.
func (f certificateFiles) renew(t *testing.T, name string, at time.Time) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	fatal(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	fatal(t, err)
	private, err := x509.MarshalPKCS8PrivateKey(key)
	fatal(t, err)
	f.write(t, f.cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw}), at)
	f.write(t, f.key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}), at)
}

func (f certificateFiles) write(t *testing.T, path string, content []byte, at time.Time) {
	t.Helper()
	fatal(t, os.WriteFile(path, content, 0o600))
	fatal(t, os.Chtimes(path, at, at))
}

func fatal(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// log collects what a server logs.
type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *log) contains(text string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Contains(l.text.String(), text)
}

// A server with a certificate answers on https and takes a renewed certificate without a restart.
func TestCertificateIsRenewed(t *testing.T) {
	t.Parallel()
	files, start := newCertificateFiles(t), time.Now()
	files.renew(t, "first", start)
	settings := apptest.Settings(t, apptest.Database{}, func(s *config.Settings) { s.TLSCert, s.TLSKey = files.cert, files.key })
	ctx, cancel := context.WithCancel(t.Context())
	written, clock := &log{}, app.NewClock(start)
	started, err := app.StartWithClock(ctx, app.Options{Settings: settings, Logger: slog.New(slog.NewTextHandler(written, nil))}, clock)
	fatal(t, err)
	ended := make(chan error, 1)
	go func() { ended <- started.Serve(ctx) }()
	defer func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	if !strings.HasPrefix(started.BaseURL, "https://") {
		t.Errorf("the address is %s", started.BaseURL)
	}
	wantCertificate(t, started.BaseURL, "first")
	files.renew(t, "second", start.Add(time.Second))
	wantCertificate(t, started.BaseURL, "first") // it looks seldom
	clock.Add(time.Minute)
	wantCertificate(t, started.BaseURL, "second")
	files.write(t, files.cert, []byte("half of a file"), start.Add(2*time.Second))
	clock.Add(time.Minute)
	wantCertificate(t, started.BaseURL, "second")
	if !written.contains("certificate not renewed") {
		t.Error("nothing was logged about the unusable file")
	}
	files.renew(t, "third", start.Add(3*time.Second))
	clock.Add(time.Minute)
	wantCertificate(t, started.BaseURL, "third")
}

// wantCertificate requests a page in a new connection.
func wantCertificate(t *testing.T, address, name string) {
	t.Helper()
	client := http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{
		DisableKeepAlives: true, ForceAttemptHTTP2: true,
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, // the test compares the name itself
	}}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address+"/healthz", nil)
	fatal(t, err)
	response, err := client.Do(request)
	fatal(t, err)
	defer func() { _ = response.Body.Close() }()
	if got := response.TLS.PeerCertificates[0].Subject.CommonName; got != name || response.StatusCode != http.StatusOK || response.ProtoMajor != 2 {
		t.Errorf("certificate %q, want %q; status %d, %s", got, name, response.StatusCode, response.Proto)
	}
	if hsts := response.Header.Get("Strict-Transport-Security"); hsts != "max-age=31536000" {
		t.Errorf("Strict-Transport-Security is %q", hsts)
	}
}

// Settings that cannot work are rejected.
func TestUnusableCertificates(t *testing.T) {
	t.Parallel()
	files := newCertificateFiles(t)
	files.renew(t, "one", time.Now())
	for want, change := range map[string]func(*config.Settings){
		"without --tls-key":  func(s *config.Settings) { s.TLSCert = files.cert },
		"without --tls-cert": func(s *config.Settings) { s.TLSKey = files.key },
		"is an http URL": func(s *config.Settings) {
			s.TLSCert, s.TLSKey, s.BaseURL = files.cert, files.key, "http://millrace.example.com"
		},
		"cannot use": func(s *config.Settings) { s.TLSCert, s.TLSKey = files.key, files.cert },
	} {
		settings := apptest.Settings(t, apptest.Database{}, change)
		_, err := app.Start(t.Context(), app.Options{Settings: settings, Logger: slog.New(slog.DiscardHandler)})
		if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), want) || fault.From(err).Hint == "" {
			t.Errorf("%s: %v", want, err)
		}
	}
}
