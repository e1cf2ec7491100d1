package contract_test

import (
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

const appDomain = "app.example.com"

// names are the objects of a request. A request is a function of them, so that the same request can be sent for
// existing and for unknown objects.
type names struct {
	project, workspace, environment, connection, run, user, token, session string
	webhook, delivery, schedule, plan                                      string
	link                                                                   string // the secret of a link for choosing a password
	node, nodeType, job, subgraph                                          string
	gitAccount, repository                                                 string
	organization, organizationName                                         string
	email, password                                                        string // of a user who signs in
	secret, ticket, code                                                   string // of a second factor
	fresh                                                                  string // a text that was not used before
}

// apiFixture is a platform with one object of every kind, and a user for every role.
type apiFixture struct {
	*apptest.Platform

	t            *testing.T
	organization string
	admin        apptest.Person
	names        names
	people       []*caller     // empty before createUsers
	outsider     *caller       // nil before callers
	used         *atomic.Int64 // number of the next new text
	gitFolder    string        // folder that may contain repositories
}

func newAPIFixture(t *testing.T, database apptest.Database) *apiFixture {
	t.Helper()
	folder := gitFolder(t)
	platform := start(t, database, func(s *config.Settings) {
		s.AppDomain, s.GitFolders = appDomain, config.Grants[string]{{Value: folder}}
		s.SMTP, s.MailFrom = "smtp://127.0.0.1:1?tls=none", "millrace@example.com" // nothing listens there
	})
	w := &apiFixture{Platform: platform, t: t, used: new(atomic.Int64), gitFolder: folder}
	w.admin = apptest.Person{Email: apptest.AdminEmail, Password: apptest.AdminPassword, Token: w.AdminToken()}
	me := w.Me(w.admin.Token)
	w.organization, w.admin.ID = me.Organization.ID, me.User.ID
	w.names = names{
		project: w.NewProject(w.admin.Token, "Orders"), connection: w.newConnection(),
		user: w.newUser(), email: w.admin.Email, password: w.admin.Password,
	}
	w.names.workspace = w.newWorkspace()
	w.names.environment = w.NewEnvironment(w.admin.Token, w.names.project, "Production")
	w.names.token = w.newToken(w.admin).ID
	w.Deploy(w.organization, w.names.environment, deployedFiles())
	w.names.schedule = w.newSchedule()
	w.names.run = w.newRun(object{}, object{"number": "none"})
	awaitRun(t, w.Platform, w.admin.Token, w.names.run, "failed")
	return w
}

// newRun starts a run in the fixture's environment.
func (w *apiFixture) newRun(details, parameters object) string {
	details["environmentID"] = w.names.environment
	return counter(w.t, w.Post(w.admin.Token, "/scheduler/startRun", object{"runDetails": details, "parameters": parameters}))
}

// absent returns names in the right form that do not exist.
func (w *apiFixture) absent() names {
	return absentGit(absentWebhook(names{
		project: uuid.NewString(), workspace: "900001", environment: "900002", connection: uuid.NewString(), run: "900003",
		user: uuid.NewString(), token: uuid.NewString(), session: uuid.NewString(), schedule: uuid.NewString(), plan: uuid.NewString(), node: uuid.NewString(),
		nodeType: uuid.NewString(), organization: uuid.NewString(), organizationName: "Nothing", job: "900004", subgraph: uuid.NewString(), email: w.names.email, password: w.names.password, fresh: w.freshText(),
	}))
}

func (w *apiFixture) freshText() string { return "fresh" + strconv.FormatInt(w.used.Add(1), 10) }

func (w *apiFixture) newWorkspace() string {
	return w.Post(w.admin.Token, "/api/v1/workspaces", map[string]string{"project": w.names.project, "name": w.freshText()}).
		Want(http.StatusCreated).Field("id")
}

func (w *apiFixture) newConnection() string {
	return w.Post(w.admin.Token, "/api/v1/connections", map[string]string{"name": w.freshText(), "platformKind": "duckdb"}).
		Want(http.StatusCreated).Field("id")
}

func (w *apiFixture) newUser() string {
	return w.Post(w.admin.Token, "/api/v1/users", map[string]string{"email": w.freshText() + "@example.com", "password": "a long password"}).
		Want(http.StatusCreated).Field("id")
}

func (w *apiFixture) newToken(of apptest.Person) api.NewToken {
	return newTokenOf(w.Platform, of.Token)
}

// The functions below create a new object for a request: what it deletes, or what only the caller has.

func freshProject(w *apiFixture, n *names, _ apptest.Person) {
	n.project = w.NewProject(w.admin.Token, w.freshText())
	w.grantAll(n.project, "")
}

func freshEnvironment(w *apiFixture, n *names, _ apptest.Person) {
	n.environment = w.NewEnvironment(w.admin.Token, n.project, w.freshText())
	w.grantAll("", n.environment)
}

func freshWorkspace(w *apiFixture, n *names, _ apptest.Person)  { n.workspace = w.newWorkspace() }
func freshConnection(w *apiFixture, n *names, _ apptest.Person) { n.connection = w.newConnection() }

// freshRun starts a run that would take an hour. Later runs wait for it.
func freshRun(w *apiFixture, n *names, _ apptest.Person) {
	n.run = w.newRun(object{"includeNodesSelector": "{ STONE }"}, object{"wait": 3600})
}

func freshUser(w *apiFixture, n *names, _ apptest.Person) { n.user = w.newUser() }

// freshLink creates a link for a new user.
func freshLink(w *apiFixture, n *names, _ apptest.Person) {
	address := w.Post(w.admin.Token, "/api/v1/users/"+w.newUser()+"/passwordLink", nil).Want(http.StatusCreated).Field("url")
	n.link = address[strings.IndexByte(address, '#')+1:]
}

func ownToken(w *apiFixture, n *names, who apptest.Person) { n.token = w.newToken(who).ID }
func ownPassword(_ *apiFixture, n *names, who apptest.Person) {
	n.email, n.password = who.Email, who.Password
}

// ownSession creates a session of the caller.
func ownSession(w *apiFixture, n *names, who apptest.Person) {
	_, cookie := signIn(w.t, w.Platform, who.Email, who.Password)
	var me api.Me
	w.Do(withCookie(get("/api/v1/auth/me"), cookie)).Want(http.StatusOK).JSON(&me)
	n.session = me.Session.ID
}

// userWithSessions names a user who has signed in: the administrator.
func userWithSessions(w *apiFixture, n *names, _ apptest.Person) {
	w.Login(w.admin.Email, w.admin.Password)
	n.user = w.admin.ID
}

// tokenOfUser creates a token of the user in the request, who is the administrator here.
func tokenOfUser(w *apiFixture, n *names, _ apptest.Person) {
	n.user, n.token = w.admin.ID, w.newToken(w.admin).ID
}

// namesFor returns the names for a request of a caller, with the new objects that the operation needs.
func (w *apiFixture) namesFor(operation operationCase, who apptest.Person) names {
	n := w.names
	n.fresh = w.freshText()
	if operation.prepare != nil {
		operation.prepare(w, &n, who)
	}
	return n
}
