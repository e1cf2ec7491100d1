package contract_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/openapitest"
)

// aboutTheCaller are the operations whose request names the caller, by address and password or by a secret, not an object.
func aboutTheCaller() []string {
	return []string{
		"changePassword", "login", "createSession", "confirmPassword", "getSignInMethods", "beginSecondFactor", "activateSecondFactor",
		"removeSecondFactor", "createRecoveryCodes", "finishLogin", "finishSession", "requestPasswordReset", "checkPasswordLink", "usePasswordLink",
	}
}

// TestAnotherOrganizationSeesNothing walks every operation of the document as the administrator of another organization, with ids
// of this one: objects are not found, with the same text as for an unknown id, lists do not contain them, and nothing changes.
func TestAnotherOrganizationSeesNothing(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		w := newAPIFixture(t, database)
		_, outsider := w.NewOrganization("Rival", "boss@rival.example")
		walk := &tenantWalk{apiFixture: w, outsider: outsider, subdomain: w.Me(w.admin.Token).Organization.Subdomain}
		for _, route := range loadDocument(t).Routes {
			if !slices.Contains(aboutTheCaller(), route.Operation.ID) {
				walk.operation(t, route)
			}
		}
		walk.git(t)
		walk.wantNoTrace(t)
	})
}

// tenantWalk sends the requests of this organization as somebody of another one.
type tenantWalk struct {
	*apiFixture

	outsider  apptest.Person
	subdomain string // of this organization
}

// operation walks one operation.
func (w *tenantWalk) operation(t *testing.T, route openapitest.Route) {
	t.Helper()
	id := route.Operation.ID
	how, isKnown := operationCases()[id]
	if !isKnown {
		t.Errorf("operation %s cannot be walked: add it to the cases", id)
		return
	}
	ours := w.namesFor(how, w.admin)
	request := how.good(ours)
	if request.Token != "" {
		return // the metrics have a token of their own, which is no user's
	}
	w.wantForeignParameters(t, route, request, ours)
	request.Token = w.outsider.Token
	response := w.Do(request)
	w.wantNothingOfOurs(t, id, response, ours)
	absent := w.absent()
	absent.fresh = ours.fresh
	nowhere := how.good(absent)
	switch {
	case strings.Contains(route.Operation.Path, "{"):
		wantHidden(t, id, response)
	case sameRequest(request, nowhere): // it names no object
	case response.Status == http.StatusForbidden:
		t.Errorf("%s reveals with 403 that an object of another organization exists: %s", id, response.Body)
	}
	if response.Status >= http.StatusBadRequest {
		nowhere.Token = w.outsider.Token
		if got, want := w.anonymous(response), w.anonymous(w.Do(nowhere)); got != want {
			t.Errorf("%s: of what is there  %s\nof what is not: %s", id, got, want)
		}
	}
	if !route.Operation.Public {
		request.Host = w.subdomain + "." + appDomain
		if response := w.Do(request); response.Status != http.StatusUnauthorized {
			t.Errorf("%s with the token of another organization on the subdomain: %d, want 401: %s", id, response.Status, response.Body)
		}
	}
}

func wantHidden(t *testing.T, operation string, response apptest.Response) {
	t.Helper()
	if response.Status != http.StatusNotFound && response.Status != http.StatusUnauthorized {
		t.Errorf("%s of another organization's object: %d, want 404 or 401: %s", operation, response.Status, response.Body)
	}
}

// wantForeignParameters checks that every parameter in the path is the id of an object of this organization, so that a new
// parameter cannot be left out of the walk.
func (w *tenantWalk) wantForeignParameters(t *testing.T, route openapitest.Route, request apptest.Request, ours names) {
	t.Helper()
	path, _, _ := strings.Cut(request.Path, "?")
	pattern, sent := strings.Split(route.Operation.Path, "/"), strings.Split(path, "/")
	if len(pattern) != len(sent) {
		t.Errorf("%s: the request goes to %s, not to %s", route.Operation.ID, path, route.Operation.Path)
		return
	}
	known, isInside := idsOfNames(ours), false
	for i, part := range pattern {
		switch {
		case !strings.HasPrefix(part, "{"):
		case slices.Contains(known, sent[i]):
			isInside = true
		case isInside && slices.Contains(partsOfAnother(), part):
		default:
			t.Errorf("%s: the parameter %s is %q, which is no object of this organization: add its kind to the names", route.Operation.ID, part, sent[i])
		}
	}
}

// partsOfAnother are the parameters that name something inside the object of an earlier parameter, such as a node of an environment.
func partsOfAnother() []string { return []string{"{nodeID}", "{jobID}", "{nodeTypeID}"} }

// idsOfNames returns the ids of the objects of a request.
func idsOfNames(n names) (all []string) {
	for field, value := range reflect.ValueOf(n).Fields() {
		switch field.Name {
		case "email", "password", "fresh", "repository", "organizationName":
		default:
			if text := value.String(); text != "" {
				all = append(all, text)
			}
		}
	}
	return all
}

func sameRequest(a, b apptest.Request) bool {
	a.Token, b.Token = "", ""
	one, err := json.Marshal(a)
	two, again := json.Marshal(b)
	return err == nil && again == nil && string(one) == string(two)
}

// wantNothingOfOurs fails the test if a response to another organization contains something of this one.
func (w *tenantWalk) wantNothingOfOurs(t *testing.T, operation string, response apptest.Response, ours names) {
	t.Helper()
	if response.Status == http.StatusNotFound {
		return // it contains only the requested id, as the comparison shows
	}
	const longEnough = 20 // the numbers of environments and runs may be anything
	for _, secret := range append(idsOfNames(ours), w.organization, w.admin.ID, w.admin.Email) {
		isID := len(secret) >= longEnough || strings.Contains(secret, "@")
		if isID && strings.Contains(string(response.Body), secret) {
			t.Errorf("%s shows %s to another organization: %s", operation, secret, response.Body)
		}
	}
}

// git walks the addresses of git clients.
func (w *tenantWalk) git(t *testing.T) {
	t.Helper()
	basic := "Basic " + base64.StdEncoding.EncodeToString([]byte("git:"+w.outsider.Token))
	for _, project := range []string{w.names.project, w.absent().project} {
		for _, request := range []apptest.Request{
			get("/git/" + project + ".git/info/refs?service=git-upload-pack"),
			post("/git/"+project+".git/git-upload-pack", "0000"),
			post("/git/"+project+".git/git-receive-pack", "0000"),
			get("/git/" + project + ".git/HEAD"),
		} {
			request.Header = http.Header{"Authorization": {basic}}
			wantHidden(t, "git "+request.Path, w.Do(request))
			request.Host = w.subdomain + "." + appDomain
			wantHidden(t, "git on the subdomain "+request.Path, w.Do(request))
		}
	}
}

// wantNoTrace checks that the walk is not in the audit log of this organization, and that the log of the other one has nothing of
// this organization.
func (w *tenantWalk) wantNoTrace(t *testing.T) {
	t.Helper()
	for _, entry := range auditEntries(w.Platform, w.admin.Token, "?limit=1000") {
		if entry.Actor != nil && entry.Actor.ID == w.outsider.ID {
			t.Errorf("the other organization is in the audit log: %+v", entry)
		}
	}
	for _, entry := range auditEntries(w.Platform, w.outsider.Token, "?limit=1000") {
		if entry.Actor != nil && entry.Actor.ID != w.outsider.ID {
			t.Errorf("the audit log of the other organization has an entry of %+v", entry.Actor)
		}
	}
}

// anonymous returns an error without the ids in it.
func (w *apiFixture) anonymous(response apptest.Response) string {
	text := uuidInText.ReplaceAllString(faultText(w.t, response), "ID") // first, because a UUID may contain a number that is an id
	absent := w.absent()
	for _, id := range []string{
		w.names.project, w.names.connection, w.names.user, w.names.token, w.admin.ID,
		absent.workspace, absent.environment, absent.run,
		" " + w.names.workspace + " ", " " + w.names.environment + " ", " " + w.names.run + " ",
	} {
		text = strings.ReplaceAll(text, id, strings.Replace(id, strings.TrimSpace(id), "ID", 1))
	}
	return numberInText.ReplaceAllString(text, "$1 ID")
}

// numberInText matches the name of a numbered object.
var numberInText = regexp.MustCompile(`\b(environment|workspace|run|deployment|job) [0-9]+\b`)
