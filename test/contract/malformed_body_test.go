package contract_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// bodyFixture is a platform with a project and an environment that the bodies refer to.
type bodyFixture struct {
	*apptest.Platform

	token, project, environment string
}

func newBodyFixture(t *testing.T) bodyFixture {
	t.Helper()
	w := bodyFixture{Platform: start(t, apptest.Database{})}
	w.token = w.AdminToken()
	w.project = w.NewProject(w.token, "Orders")
	w.environment = w.NewEnvironment(w.token, w.project, "Production")
	return w
}

func TestInvalidBodiesAreRejected(t *testing.T) {
	t.Parallel()
	w := newBodyFixture(t)
	create := func(fields string) string { return `{"project":"` + w.project + `","name":"x"` + fields + `}` }
	for name, tt := range map[string]struct {
		body   string
		status int
		says   []string
	}{
		// Invalid JSON, and its position.
		"nothing":                {"", http.StatusBadRequest, []string{"no body"}},
		"blanks":                 {" \n\t ", http.StatusBadRequest, []string{"no body"}},
		"a word":                 {"name", http.StatusBadRequest, []string{"not valid JSON", "line 1 column 2"}},
		"cut off":                {`{"project":"x","name":`, http.StatusBadRequest, []string{"ends too early"}},
		"a comma too many":       {"{\n  \"name\": \"x\",\n}", http.StatusBadRequest, []string{"line 3 column 1"}},
		"single quotes":          {`{'name':'x'}`, http.StatusBadRequest, []string{"line 1 column 2"}},
		"two values":             {create("") + `{}`, http.StatusBadRequest, []string{"text after the end"}},
		"text behind":            {create("") + ` tail`, http.StatusBadRequest, []string{"text after the end", "line 1"}},
		"a byte order mark":      {"\xef\xbb\xbf{}", http.StatusBadRequest, []string{"not valid JSON"}},
		"a control character":    {"{\"name\":\"a\x01b\"}", http.StatusBadRequest, []string{"not valid JSON"}},
		"not UTF-8":              {"{\"name\":\"\xff\"}", http.StatusBadRequest, []string{"UTF-8"}},
		"NUL, escaped":           {create(`,"description":"a\u0000b"`), http.StatusBadRequest, []string{"NUL"}},
		"NUL, plain":             {"{\"name\":\"a\x00b\"}", http.StatusBadRequest, nil},
		"NUL in a name of a map": {create(`,"mappings":{"a\u0000":{"database":"d","schema":"s"}}`), http.StatusBadRequest, []string{"NUL"}},
		"very deep":              {strings.Repeat("[", 100_000), http.StatusBadRequest, nil},
		"very deep and closed": {
			create(`,"runTimeParameters":{"a":` + strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000) + `}`), http.StatusBadRequest, []string{"deep"},
		},
		// JSON of another type.
		"an array":             {`[]`, http.StatusBadRequest, []string{"wrong type"}},
		"a text":               {`"x"`, http.StatusBadRequest, []string{"wrong type"}},
		"a number":             {`1`, http.StatusBadRequest, []string{"wrong type"}},
		"null":                 {`null`, http.StatusBadRequest, []string{"null"}},
		"an empty object":      {`{}`, http.StatusBadRequest, []string{"is missing"}},
		"no name":              {`{"project":"` + w.project + `"}`, http.StatusBadRequest, []string{"name is missing"}},
		"an empty name":        {`{"project":"` + w.project + `","name":""}`, http.StatusBadRequest, []string{"name is missing"}},
		"no project":           {`{"name":"x"}`, http.StatusBadRequest, []string{"project is missing"}},
		"a field in capitals":  {create(`,"DESCRIPTION":"x"`), http.StatusBadRequest, []string{"unknown field", "DESCRIPTION"}},
		"a number for a text":  {create(`,"description":5`), http.StatusBadRequest, []string{"description", "number"}},
		"a text for a yes":     {create(`,"devEnv":"yes"`), http.StatusBadRequest, []string{"devEnv", "string"}},
		"an array for a map":   {create(`,"mappings":[]`), http.StatusBadRequest, []string{"mappings"}},
		"a text for an object": {create(`,"runTimeParameters":"x"`), http.StatusBadRequest, []string{"runTimeParameters"}},
		"null for the name":    {`{"project":"` + w.project + `","name":null}`, http.StatusBadRequest, []string{"name", "null"}},
		"null for the project": {`{"project":null,"name":"x"}`, http.StatusBadRequest, []string{"project", "null"}},
		"null within":          {create(`,"mappings":{"a":{"database":null,"schema":"s"}}`), http.StatusBadRequest, []string{"database", "null"}},
		"capitals within":      {create(`,"tagColors":{"textcolor":"red"}`), http.StatusBadRequest, []string{"unknown field", "textcolor", "textColor"}},
		"missing within":       {create(`,"mappings":{"a":{"database":"d"}}`), http.StatusBadRequest, []string{"schema", "missing"}},
		// Values.
		"a name of two lines": {`{"project":"` + w.project + `","name":"a\nb"}`, http.StatusBadRequest, []string{"control characters"}},
		"a name too long":     {`{"project":"` + w.project + `","name":"` + strings.Repeat("x", 201) + `"}`, http.StatusBadRequest, []string{"too long"}},
		"an unknown connection": {
			create(`,"connection":"77"`), http.StatusBadRequest, []string{"connection 77"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wantFault(t, w.For(t).Post(w.token, "/api/v1/environments", tt.body), tt.status, tt.says...)
		})
	}
}

// Clients send null for fields that they omit from a new object. The document does not allow it, so this platform is
// not validated. In an update null clears a field, and is rejected if the field cannot be cleared.
func TestNullInCreateIsIgnored(t *testing.T) {
	t.Parallel()
	w := newBodyFixture(t)
	w.Transport = nil
	body := object{"project": w.project, "name": "x", "description": nil, "connection": nil, "mappings": nil, "tagColors": nil, "runTimeParameters": nil}
	var made map[string]any
	w.Post(w.token, "/api/v1/environments", body).Want(http.StatusCreated).JSON(&made)
	if made["description"] != "" || made["connection"] != nil || made["tagColors"] != nil {
		t.Errorf("null is not the same as nothing: %v", made)
	}
}

func TestInvalidUpdatesAreRejected(t *testing.T) {
	t.Parallel()
	w := newBodyFixture(t)
	path := "/api/v1/environments/" + w.environment
	for body, says := range map[string][]string{
		`null`:                         {"null"},
		`[]`:                           {"wrong type"},
		`{"name":null}`:                {"name", "null"},
		`{"name":""}`:                  {"name is missing"},
		`{"description":5}`:            {"field description", "wrong type: number"},
		`{"oauthEnabled":"x"}`:         {"field oauthEnabled", "string"},
		`{"mappings":[]}`:              {"field mappings"},
		`{"mappings":{"A":null}}`:      {"null"},
		`{"project":"another"}`:        {"cannot move"},
		`{"project":null}`:             {"project", "null"},
		`{"STATUS":"Waiting"}`:         {"unknown field", "STATUS"},
		`{"runTimeParameters":[1]}`:    {"runTimeParameters"},
		`{"runTimeParameters":"text"}`: {"runTimeParameters"},
	} {
		t.Run(body, func(t *testing.T) {
			t.Parallel()
			wantFault(t, w.For(t).Patch(w.token, path, body), http.StatusBadRequest, says...)
		})
	}
	var after map[string]any
	w.Get(w.token, path).Want(http.StatusOK).JSON(&after)
	if after["name"] != "Production" {
		t.Errorf("a refused change changed something: %v", after)
	}
}

func TestContentTypes(t *testing.T) {
	t.Parallel()
	w := newBodyFixture(t)
	body := `{"project":"` + w.project + `","name":"x"}`
	for contentType, status := range map[string]int{
		"application/json":                  http.StatusCreated,
		"application/json; charset=utf-8":   http.StatusCreated,
		"Application/JSON":                  http.StatusCreated,
		"application/json;charset=UTF-8":    http.StatusCreated,
		"":                                  http.StatusUnsupportedMediaType,
		"text/plain":                        http.StatusUnsupportedMediaType,
		"application/x-www-form-urlencoded": http.StatusUnsupportedMediaType,
		"application/xml":                   http.StatusUnsupportedMediaType,
		"json":                              http.StatusUnsupportedMediaType,
		"application/json, text/plain":      http.StatusUnsupportedMediaType,
		";;;":                               http.StatusUnsupportedMediaType,
		"text/\xff":                         http.StatusUnsupportedMediaType,
	} {
		t.Run(contentType, func(t *testing.T) {
			t.Parallel()
			headers := []string{"Authorization: Bearer " + w.token, "Content-Length: " + strconv.Itoa(len(body))}
			if contentType != "" {
				headers = append(headers, "Content-Type: "+contentType)
			}
			sendRaw(t, w.Platform, rawRequest("POST /api/v1/environments HTTP/1.1", headers, body)).wantAPIError(t, status)
		})
	}
}

func TestIDsInAllForms(t *testing.T) {
	t.Parallel()
	w := newBodyFixture(t)
	for id, status := range map[string]int{
		`"` + w.environment + `"`:    http.StatusBadRequest, // the environment exists, and nothing is deployed in it
		w.environment:                http.StatusBadRequest,
		`"900000"`:                   http.StatusNotFound,
		`900000`:                     http.StatusNotFound,
		`99999999999999999999999999`: http.StatusNotFound,
		`"0"`:                        http.StatusNotFound,
		`"0` + w.environment + `"`:   http.StatusNotFound,
		`" ` + w.environment + `"`:   http.StatusNotFound,
		`"` + w.environment + `.0"`:  http.StatusNotFound,
		`"-1"`:                       http.StatusNotFound,
		`"one"`:                      http.StatusNotFound,
		`-1`:                         http.StatusBadRequest,
		`1.5`:                        http.StatusBadRequest,
		`1e3`:                        http.StatusBadRequest,
		`true`:                       http.StatusBadRequest,
		`[1]`:                        http.StatusBadRequest,
		`{}`:                         http.StatusBadRequest,
		`null`:                       http.StatusBadRequest,
		`""`:                         http.StatusBadRequest,
	} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			response := w.For(t).Post(w.token, "/scheduler/startRun", `{"runDetails":{"environmentID":`+id+`}}`)
			wantFault(t, response, status)
		})
	}
	for path, status := range map[string]int{
		"/api/v1/environments/" + w.environment:              http.StatusOK,
		"/api/v1/environments/0" + w.environment:             http.StatusNotFound,
		"/api/v1/environments/+" + w.environment:             http.StatusNotFound,
		"/api/v1/environments/-1":                            http.StatusNotFound,
		"/api/v1/environments/1.0":                           http.StatusNotFound,
		"/api/v1/environments/99999999999999999999":          http.StatusNotFound,
		"/api/v1/environments/%D9%A1":                        http.StatusNotFound,
		"/api/v1/environments/%20" + w.environment:           http.StatusNotFound,
		"/api/v1/environments/one":                           http.StatusNotFound,
		"/api/v1/workspaces/-1":                              http.StatusNotFound,
		"/api/v1/projects/1":                                 http.StatusNotFound,
		"/api/v1/projects/" + strings.ToUpper(w.project):     http.StatusNotFound,
		"/api/v1/users/'%20OR%20'1'='1":                      http.StatusNotFound,
		"/api/v1/runs/1":                                     http.StatusNotFound,
		"/api/v1/runs/one":                                   http.StatusBadRequest,
		"/api/v1/runs/-1":                                    http.StatusBadRequest,
		"/api/v1/runs/1.5":                                   http.StatusBadRequest,
		"/api/v1/runs/99999999999999999999":                  http.StatusNotFound,
		"/scheduler/runStatus?runCounter=one":                http.StatusBadRequest,
		"/scheduler/runStatus?runCounter=":                   http.StatusBadRequest,
		"/scheduler/runStatus?runCounter=-1":                 http.StatusBadRequest,
		"/scheduler/runStatus?runCounter=1e3":                http.StatusBadRequest,
		"/scheduler/runStatus?runCounter=1&runID=2":          http.StatusBadRequest,
		"/scheduler/runStatus?runCounter=1&runCounter=1":     http.StatusBadRequest,
		"/scheduler/runStatus?runCounter=900000":             http.StatusNotFound,
		"/scheduler/runStatus?runID=900000":                  http.StatusNotFound,
		"/scheduler/runStatus?runCounter=000000000000000001": http.StatusNotFound,
	} {
		t.Run(strings.ReplaceAll(path, "/", "_"), func(t *testing.T) {
			t.Parallel()
			w.For(t).Get(w.token, path).Want(status)
		})
	}
}
