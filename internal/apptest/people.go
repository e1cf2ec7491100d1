package apptest

import (
	"net/http"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/network"
	"github.com/millrace/millrace/internal/secret"
)

// Login signs in and returns the new access token.
func (p *Platform) Login(email, password string) string {
	p.t.Helper()
	return p.Post("", "/api/v1/auth/login", api.Login{Email: email, Password: password}).Want(http.StatusOK).Field("accessToken")
}

// AdminToken signs the administrator in.
func (p *Platform) AdminToken() string {
	p.t.Helper()
	return p.Login(AdminEmail, AdminPassword)
}

// Me returns the user of a token.
func (p *Platform) Me(token string) api.Me {
	p.t.Helper()
	var me api.Me
	p.Get(token, "/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	return me
}

// Network returns the name under which the platform stores the network of an address.
func (p *Platform) Network(address string) string {
	p.t.Helper()
	return p.Hasher().HashToken(network.ClientKey(address))
}

// Hasher returns what the platform hashes tokens with.
func (p *Platform) Hasher() account.SecretHasher {
	p.t.Helper()
	keys, err := secret.LoadOrCreate(p.t.TempDir(), string(p.settings.Key))
	if err != nil {
		p.t.Fatal(err)
	}
	return keys
}

// Person is a user of a platform with a token.
type Person struct {
	ID       string
	Email    string
	Password string
	Token    string
}

// NewPerson creates a user with a role in the organization and signs the user in.
func (p *Platform) NewPerson(adminToken, email, role string) Person {
	p.t.Helper()
	person := Person{Email: email, Password: "a password of " + email}
	person.ID = p.Post(adminToken, "/api/v1/users", api.UserCreate{Email: email, Password: person.Password, OrganizationRole: &role}).
		Want(http.StatusCreated).Field("id")
	person.Token = p.Login(person.Email, person.Password)
	return person
}

// NewProject creates a project and returns its id.
func (p *Platform) NewProject(token, name string) string {
	p.t.Helper()
	return p.Post(token, "/api/v1/projects", api.ProjectCreate{Name: name, PlatformKind: api.Duckdb}).Want(http.StatusCreated).Field("id")
}

// NewEnvironment creates an environment in a project and returns its id.
func (p *Platform) NewEnvironment(token, project, name string) string {
	p.t.Helper()
	return p.Post(token, "/api/v1/environments", api.EnvironmentCreate{Project: api.ID(project), Name: name}).
		Want(http.StatusCreated).Field("id")
}
