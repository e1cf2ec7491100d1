package main

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"time"

	"github.com/crewjam/saml"
	"github.com/crewjam/saml/samlidp"
)

// samlProvider is the library's provider, whose keys can be replaced.
type samlProvider struct {
	url   url.URL
	store samlidp.MemoryStore

	mu     sync.Mutex
	server *samlidp.Server
	// omitted is the part that assertions lack: "", "conditions", "subject" or "confirmationData".
	omitted string
}

// MakeAssertion implements saml.AssertionMaker. It leaves out a part.
func (p *samlProvider) MakeAssertion(request *saml.IdpAuthnRequest, session *saml.Session) error {
	if err := (saml.DefaultAssertionMaker{}).MakeAssertion(request, session); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch p.omitted {
	case "conditions":
		request.Assertion.Conditions = nil
	case "subject":
		request.Assertion.Subject = nil
	case "confirmationData":
		for i := range request.Assertion.Subject.SubjectConfirmations {
			request.Assertion.Subject.SubjectConfirmations[i].SubjectConfirmationData = nil
		}
	}
	return nil
}

// omit sets the part that assertions lack.
func (p *samlProvider) omit(part string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.omitted = part
}

func newSAML(address string) (*samlProvider, error) {
	parsed, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	p := &samlProvider{url: *parsed}
	return p, p.rotate()
}

// rotate starts the provider with a new key and a new certificate for it.
func (p *samlProvider) rotate() error {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: "identityprovider"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return err
	}
	certificate, err := x509.ParseCertificate(raw)
	if err != nil {
		return err
	}
	server, err := samlidp.New(samlidp.Options{
		URL: p.url, Key: key, Certificate: certificate, Store: &p.store, Logger: log.New(io.Discard, "", 0),
	})
	if err != nil {
		return err
	}
	server.IDP.AssertionMaker = p
	p.mu.Lock()
	defer p.mu.Unlock()
	p.server = server
	return nil
}

// ServeHTTP serves the provider with its current key.
func (p *samlProvider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	server := p.server
	p.mu.Unlock()
	server.ServeHTTP(w, r)
}

// send calls an operation of the library's own interface.
func (p *samlProvider) send(path string, body []byte) error {
	response := httptest.NewRecorder()
	p.ServeHTTP(response, httptest.NewRequest(http.MethodPut, path, bytes.NewReader(body)))
	if response.Code >= http.StatusBadRequest {
		return fmt.Errorf("PUT %s: status %d: %s", path, response.Code, response.Body)
	}
	return nil
}

// put adds a person.
func (p *samlProvider) put(one person) error {
	password := one.Password
	body, err := json.Marshal(samlidp.User{
		Name: one.Username, PlaintextPassword: &password, Groups: one.Groups, Email: one.Email, GivenName: one.FirstName, Surname: one.LastName,
	})
	if err != nil {
		return err
	}
	return p.send("/users/"+url.PathEscape(one.Username), body)
}

// register reads the metadata of a service.
func (p *samlProvider) register(address string) error {
	response, err := http.Get(address)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		return fmt.Errorf("GET %s: status %d, %v", address, response.StatusCode, err)
	}
	return p.send("/services/"+url.PathEscape(address), body)
}
