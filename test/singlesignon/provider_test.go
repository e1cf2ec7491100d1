package singlesignon_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// buildProvider builds the program of test/identityprovider, once.
//
//nolint:gochecknoglobals // built once for all tests, and never changed
var buildProvider = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "millrace-identityprovider-")
	if err != nil {
		return "", err
	}
	binary := filepath.Join(folder, "identityprovider")
	build := exec.Command("go", "build", "-o", binary, ".")
	build.Dir = filepath.Join("..", "identityprovider")
	build.Stderr = os.Stderr
	return binary, build.Run()
})

// provider is a running identity provider.
type provider struct {
	t       *testing.T
	command *exec.Cmd

	Issuer string `json:"issuer"`
	SAML   string `json:"saml"`
}

const (
	clientID     = "millrace"
	clientSecret = "the secret of the client"
)

// startProvider starts an identity provider whose client may use the redirect URIs.
func startProvider(t *testing.T, redirectURIs ...string) *provider {
	t.Helper()
	binary, err := buildProvider()
	if err != nil {
		t.Fatalf("test/identityprovider does not build: %v", err)
	}
	arguments := []string{"-client-id", clientID, "-client-secret", clientSecret}
	for _, uri := range redirectURIs {
		arguments = append(arguments, "-redirect-uri", uri)
	}
	p := &provider{t: t, command: exec.Command(binary, arguments...)}
	p.command.Stderr = os.Stderr
	printed, err := p.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.stop)
	if err := json.NewDecoder(printed).Decode(p); err != nil {
		t.Fatalf("the identity provider does not start: %v", err)
	}
	return p
}

// stop ends the provider. It may have ended before.
func (p *provider) stop() {
	_ = p.command.Process.Kill()
	_ = p.command.Wait()
}

type object map[string]any

// person is somebody at the provider.
type person struct {
	ID            string   `json:"id"`
	Username      string   `json:"username"`
	Password      string   `json:"password"`
	Email         string   `json:"email"`
	EmailVerified bool     `json:"emailVerified"`
	FirstName     string   `json:"firstName"`
	LastName      string   `json:"lastName"`
	Groups        []string `json:"groups"`
}

// ann returns a person with a verified address.
func ann() person {
	return person{
		ID: "sub-ann", Username: "ann", Password: "the password at the provider", Email: "ann@acme.example", EmailVerified: true,
		FirstName: "Ann", LastName: "Ames",
	}
}

// add adds people, or replaces those with the same id.
func (p *provider) add(people ...person) { p.t.Helper(); p.control(object{"users": people}) }

// control changes the provider.
func (p *provider) control(change object) {
	p.t.Helper()
	raw, err := json.Marshal(change)
	if err != nil {
		p.t.Fatal(err)
	}
	response, err := http.Post(p.Issuer+"/control", "application/json", bytes.NewReader(raw))
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusNoContent {
		p.t.Fatalf("the provider's control has status %d", response.StatusCode)
	}
}
