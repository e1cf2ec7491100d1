package contract_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/project"
)

const environmentsPath = "/api/v1/environments"

// listing is a response of the list of environments as raw JSON, so that an additional field fails the test.
type listing map[string]json.RawMessage

func list(platform *apptest.Platform, token, query string) (listing, []map[string]any) {
	response := platform.Get(token, environmentsPath+query).Want(http.StatusOK)
	var fields listing
	response.JSON(&fields)
	var body struct{ Data []map[string]any }
	response.JSON(&body)
	return fields, body.Data
}

func keys[V any](object map[string]V) []string { return slices.Sorted(maps.Keys(object)) }

func idsOf(elements []map[string]any) []string {
	found := []string{}
	for _, element := range elements {
		found = append(found, element["id"].(string))
	}
	return found
}

func wantSame(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func TestEnvironmentListIsExact(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		token := platform.AdminToken()
		if got := string(platform.Get(token, environmentsPath).Want(http.StatusOK).Body); got != `{"data":[]}` {
			t.Errorf("without environments: %s", got)
		}
		orders := platform.NewProject(token, "Orders")
		before := time.Now().UTC().Truncate(time.Millisecond)
		platform.NewEnvironment(token, orders, "Production")
		platform.NewEnvironment(token, platform.NewProject(token, "Costs"), "Production") // another project may have the same name
		for _, query := range []string{"", "?detail=false"} {
			fields, environments := list(platform, token, query)
			wantSame(t, "fields of the answer", keys(fields), []string{"data"})
			for _, environment := range environments {
				wantSummary(t, environment)
			}
			if environments[0]["project"] != orders || environments[0]["name"] != "Production" || environments[0]["status"] != "Waiting" {
				t.Errorf("not what was created: %v", environments[0])
			}
			wantMoment(t, environments[0]["createdAt"].(string), before)
		}
	})
}

var (
	decimal   = regexp.MustCompile(`^[1-9][0-9]*$`)
	uuidText  = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	timestamp = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`)
)

// wantSummary checks the six documented fields of a summary.
func wantSummary(t *testing.T, environment map[string]any) {
	t.Helper()
	wantSame(t, "fields of an environment", keys(environment), []string{"createdAt", "createdBy", "id", "name", "project", "status"})
	for field, form := range map[string]*regexp.Regexp{"id": decimal, "project": uuidText, "createdAt": timestamp} {
		if text, isText := environment[field].(string); !isText || !form.MatchString(text) {
			t.Errorf("%s is %#v", field, environment[field])
		}
	}
	author, _ := environment["createdBy"].(map[string]any)
	wantSame(t, "fields of createdBy", keys(author), []string{"firstName", "id", "lastName"})
	for field, value := range author {
		if _, isText := value.(string); !isText {
			t.Errorf("createdBy.%s is %#v", field, value)
		}
	}
}

func wantMoment(t *testing.T, text string, notBefore time.Time) {
	t.Helper()
	moment, err := time.Parse("2006-01-02T15:04:05.000Z", text)
	if err != nil || moment.Before(notBefore) || moment.After(time.Now()) {
		t.Errorf("createdAt %s is not between %s and now: %v", text, notBefore, err)
	}
}

// With detail=true an element equals the response of GET for it.
func TestDetailedEnvironmentList(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		token := platform.AdminToken()
		dataFolderID := platform.NewProject(token, "Orders")
		full := platform.Post(token, environmentsPath, object{
			"project": dataFolderID, "name": "Full", "description": "two\nlines", "oauthEnabled": true, "connectionAccount": "acme", "accessUrl": "https://x.example",
			"defaultStorageMapping": "RAW", "mappings": object{"RAW": object{"database": "d", "schema": "s"}}, "devEnv": true,
			"runTimeParameters": json.RawMessage(`{"day":"2026-01-31","deep":{"n":1.50,"big":12345678901234567890}}`),
			"tagColors":         object{"backgroundColor": "#fff", "textColor": "#000"},
		}).Want(http.StatusCreated)
		platform.NewEnvironment(token, dataFolderID, "Bare")
		fields, environments := list(platform, token, "?detail=true")
		wantSame(t, "fields of the answer", keys(fields), []string{"data"})
		var raw struct{ Data []json.RawMessage }
		if err := json.Unmarshal([]byte(`{"data":`+string(fields["data"])+`}`), &raw); err != nil {
			t.Fatal(err)
		}
		for i, environment := range environments {
			alone := platform.Get(token, environmentsPath+"/"+environment["id"].(string)).Want(http.StatusOK)
			if string(raw.Data[i]) != string(trimmed(alone.Body)) {
				t.Errorf("in the list %s\nalone       %s", raw.Data[i], alone.Body)
			}
		}
		if string(trimmed(full.Body)) != string(raw.Data[0]) {
			t.Errorf("in the list    %s\nwhen it was made %s", raw.Data[0], full.Body)
		}
		wantSame(t, "fields of a full environment", keys(environments[0]), []string{
			"accessUrl", "connectionAccount", "createdAt", "createdBy", "currentMappings", "defaultStorageMapping", "description", "devEnv", "health", "id",
			"name", "oauthEnabled", "project", "runTimeParameters", "status", "tagColors",
		})
		wantSame(t, "fields of a bare environment", keys(environments[1]), []string{
			"createdAt", "createdBy", "currentMappings", "description", "devEnv", "health", "id", "name", "oauthEnabled", "project", "runTimeParameters",
			"status",
		})
	})
}

func trimmed(body []byte) []byte {
	return slices.Clip([]byte(regexp.MustCompile(`\s+$`).ReplaceAllString(string(body), "")))
}

// More than nine, so that the order of texts differs from that of numbers.
func TestEnvironmentsAreOrderedByNumber(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		token := platform.AdminToken()
		dataFolderID := platform.NewProject(token, "Orders")
		var want []string
		for i := range 14 {
			want = append(want, platform.NewEnvironment(token, dataFolderID, fmt.Sprintf("Stage %d", 99-i)))
		}
		if slices.IsSorted(want) {
			t.Fatalf("%v does not tell the order of numbers from that of texts", want)
		}
		byNumber := func(a, b string) int { x, _ := strconv.Atoi(a); y, _ := strconv.Atoi(b); return x - y }
		if !slices.IsSortedFunc(want, byNumber) {
			t.Errorf("numbers are not given in order: %v", want)
		}
		_, environments := list(platform, token, "")
		wantSame(t, "ids", idsOf(environments), want)
		_, environments = list(platform, token, "?orderByDirection=desc")
		slices.Reverse(want)
		wantSame(t, "ids, descending", idsOf(environments), want)
	})
}

func TestStatusOfFailedDeployment(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		token := platform.AdminToken()
		organization := platform.Me(token).Organization.ID
		dataFolderID := platform.NewProject(token, "Orders")
		idle, broken := platform.NewEnvironment(token, dataFolderID, "Idle"), platform.NewEnvironment(token, dataFolderID, "Broken")
		platform.Get(token, environmentsPath).Want(http.StatusOK) // so that a cached response exists and must be invalidated
		platform.MoveEnvironment(organization, broken, project.Waiting, project.Deploying, project.FailedDeploy)
		_, environments := list(platform, token, "")
		for _, environment := range environments {
			want := map[any]string{idle: "Waiting", broken: "Failed Deploy"}[environment["id"]]
			if environment["status"] != want {
				t.Errorf("environment %v is %v, want %s", environment["id"], environment["status"], want)
			}
		}
	})
}

// An environment shows who created it, even after that user is deleted.
func TestAuthorIsKeptAfterUserIsDeleted(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		admin := platform.AdminToken()
		author := platform.NewPerson(admin, "ada@example.com", "contributor")
		platform.Patch(admin, "/api/v1/users/"+author.ID, object{"firstName": "Ada", "lastName": "Byron"}).Want(http.StatusOK)
		platform.NewEnvironment(author.Token, platform.NewProject(author.Token, "Engines"), "Production")
		wantAuthor := func() {
			t.Helper()
			_, environments := list(platform, admin, "")
			wantSummary(t, environments[0])
			got := environments[0]["createdBy"].(map[string]any)
			if got["id"] != author.ID || got["firstName"] != "Ada" || got["lastName"] != "Byron" {
				t.Errorf("createdBy is %v", got)
			}
		}
		wantAuthor()
		platform.Delete(admin, "/api/v1/users/"+author.ID).Want(http.StatusNoContent)
		wantAuthor()
	})
}
