package postgres_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// authorityFolder is the environment variable with the folder of the certificate authority that this process trusts.
const authorityFolder = "MILLRACE_TEST_AUTHORITY"

// TestMain creates a certificate authority and makes the process trust it through the environment, which is the only
// way before the system's certificates are first read. At the end no goroutine may be left.
func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "authority")
	if err == nil {
		err = makeAuthority(folder)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		_ = os.RemoveAll(folder)
		os.Exit(code)
	}))
}

func makeAuthority(folder string) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	template := certificateTemplate("Test authority")
	template.IsCA, template.BasicConstraintsValid, template.KeyUsage = true, true, x509.KeyUsageCertSign
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return err
	}
	keyDER, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return err
	}
	for name, block := range map[string]*pem.Block{
		"ca.pem": {Type: "CERTIFICATE", Bytes: der}, "ca.key": {Type: "EC PRIVATE KEY", Bytes: keyDER},
	} {
		if err := os.WriteFile(filepath.Join(folder, name), pem.EncodeToMemory(block), 0o600); err != nil {
			return err
		}
	}
	if err := os.Setenv(authorityFolder, folder); err != nil {
		return err
	}
	return os.Setenv("SSL_CERT_FILE", filepath.Join(folder, "ca.pem"))
}

func certificateTemplate(name string) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()),
		Subject:      pkix.Name{CommonName: name},
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().Add(time.Hour),
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
}

// trusted returns a certificate of the test's authority for an IP address or host name.
func trusted(t *testing.T, host string) *tls.Certificate {
	t.Helper()
	folder := os.Getenv(authorityFolder)
	authority, err := tls.LoadX509KeyPair(filepath.Join(folder, "ca.pem"), filepath.Join(folder, "ca.key"))
	if err != nil {
		t.Fatal(err)
	}
	return issue(t, host, &authority)
}

// selfSigned returns an untrusted certificate.
func selfSigned(t *testing.T, host string) *tls.Certificate {
	t.Helper()
	return issue(t, host, nil)
}

func issue(t *testing.T, host string, authority *tls.Certificate) *tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := certificateTemplate(host)
	if ip := net.ParseIP(host); ip != nil {
		template.IPAddresses = []net.IP{ip}
	} else {
		template.DNSNames = []string{host}
	}
	parent, signer := template, any(key)
	if authority != nil {
		parent, signer = authority.Leaf, authority.PrivateKey
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, key.Public(), signer)
	if err != nil {
		t.Fatal(err)
	}
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}
