package contract_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/openapitest"
)

// The document lists the platforms that projects can have, and the kinds of connections that can be made.
func TestPlatformKindsOfDocument(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	token := platform.AdminToken()
	schemas := loadDocument(t).Spec.Components.Schemas
	connections, projects := wordsOf(schemas["PlatformKind"].Value), wordsOf(schemas["ProjectPlatform"].Value)
	if !slices.Equal(slices.Sorted(slices.Values(projects)), slices.Sorted(slices.Values(enginekind.Names()))) {
		t.Errorf("projects have the platforms %v, and the document lists %v", enginekind.Names(), projects)
	}
	settings := map[string]object{
		"postgres":  {"host": "127.0.0.1", "database": "d", "user": "u", "sslmode": "disable"},
		"ducklake":  {"host": "127.0.0.1", "database": "d", "user": "u", "dataPath": "lake"},
		"trino":     {"url": "http://127.0.0.1:1", "user": "u", "catalog": "c"},
		"snowflake": {"account": "o-a", "user": "u", "database": "d"},
	}
	platform.Transport = nil // also sends what the document forbids
	for _, kind := range append(projects, "oracle") {
		project := platform.Post(token, projectsPath, object{"name": "P " + kind, "platformKind": kind})
		if got, want := project.Status == http.StatusCreated, slices.Contains(projects, kind); got != want {
			t.Errorf("a project for %s: status %d: %s", kind, project.Status, project.Body)
		}
		connection := platform.Post(token, connectionsPath, object{"name": "C " + kind, "platformKind": kind, "settings": settings[kind]})
		if got, want := connection.Status == http.StatusCreated, slices.Contains(connections, kind); got != want {
			t.Errorf("a connection to %s: status %d: %s", kind, connection.Status, connection.Body)
		}
	}
}

func wordsOf(schema *openapi3.Schema) []string {
	words := make([]string, len(schema.Enum))
	for i, word := range schema.Enum {
		words[i], _ = word.(string)
	}
	return words
}

// Every time and every UUID in the document says its format.
func TestFormatsOfDocument(t *testing.T) {
	t.Parallel()
	document := loadDocument(t)
	schemas := document.Spec.Components.Schemas
	if schemas["Timestamp"].Value.Format != "date-time" || schemas["UUID"].Value.Format != "uuid" {
		t.Error("Timestamp or UUID has no format")
	}
	for name, schema := range schemas {
		for field, of := range schema.Value.Properties {
			isTime := strings.HasSuffix(field, "Time") || strings.HasSuffix(field, "At")
			isIgnored := of.Value.Type == nil || len(of.Value.Type.Slice()) > 2
			if isTime && !isIgnored && of.Value.Type.Includes("string") && of.Value.Format != "date-time" {
				t.Errorf("%s.%s has no format date-time", name, field)
			}
		}
	}
	for _, id := range []string{"createPlan", "importProject"} {
		at := slices.IndexFunc(document.Routes, func(r openapitest.Route) bool { return r.Operation.ID == id })
		operation := document.Routes[at].Operation
		if document.Spec.Paths.Value(operation.Path).GetOperation(operation.Method).Responses.Value("413") == nil {
			t.Errorf("%s does not list 413", id)
		}
	}
}

// bodyField is a field of the JSON body of an operation.
type bodyField struct {
	path   []string
	schema *openapi3.Schema
}

func (f bodyField) String() string { return strings.Join(f.path, ".") }

// fieldsOf lists the texts and numbers in a body, except those that the server ignores.
func fieldsOf(schema *openapi3.Schema, path ...string) []bodyField {
	var list []bodyField
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		of, at := schema.Properties[name].Value, append(slices.Clone(path), name)
		switch {
		case of.Type == nil || len(of.Type.Slice()) > 2 || len(of.Enum) > 0 || of.Pattern != "":
		case of.Type.Includes("string"), of.Type.Includes("integer"):
			list = append(list, bodyField{at, of})
		case of.Type.Includes("object"):
			list = append(list, fieldsOf(of, at...)...)
		}
	}
	return list
}

// with returns the body of a request with another value of the field.
func (f bodyField) with(t *testing.T, body, value any) object {
	t.Helper()
	changed := object{}
	decodeJSON(t, asJSON(t, body), &changed)
	at := map[string]any(changed)
	for _, name := range f.path[:len(f.path)-1] {
		inner, _ := at[name].(map[string]any)
		if inner == nil {
			inner = map[string]any{}
		}
		at[name] = inner
		at = inner
	}
	at[f.path[len(f.path)-1]] = value
	return changed
}

// tryWith sends the good request of an operation with another value of a field.
func (w *apiFixture) tryWith(operation operationCase, field bodyField, value any) apptest.Response {
	w.t.Helper()
	request := operation.good(w.namesFor(operation, w.admin))
	request.Token = w.admin.Token
	request.Body = field.with(w.t, request.Body, value)
	return w.Do(request)
}

// A limit of the server is a limit of the document: a field that accepts a short text or a small number and rejects a
// long or large one says so, and it accepts the largest value that the document allows.
func TestLimitsOfDocument(t *testing.T) {
	t.Parallel()
	w := newAPIFixture(t, apptest.Database{})
	document := loadDocument(t)
	cases := operationCases()
	tried := 0
	for _, route := range document.Routes {
		body := document.Spec.Paths.Value(route.Operation.Path).GetOperation(route.Operation.Method).RequestBody
		if body == nil || body.Value.Content["application/json"] == nil || route.Operation.ID == "changePassword" ||
			cases[route.Operation.ID].after != nil {
			continue
		}
		operation := cases[route.Operation.ID]
		for _, field := range fieldsOf(body.Value.Content["application/json"].Schema.Value) {
			var small any = w.freshText()
			if field.schema.Type.Includes("integer") {
				small = 1
			}
			if w.tryWith(operation, field, small).Status != operation.status {
				continue // it has a form of its own
			}
			tried++
			w.wantLimits(route.Operation, operation, field)
		}
	}
	if tried < 50 {
		t.Errorf("only %d fields were tried", tried)
	}
}

// wantLimits checks the limits of a field that accepts a small value.
func (w *apiFixture) wantLimits(of api.Operation, operation operationCase, field bodyField) {
	w.t.Helper()
	const longText, largeNumber = 300_000, 1 << 40
	if field.schema.Type.Includes("integer") {
		for value, limit := range map[int]*float64{-1: field.schema.Min, largeNumber: field.schema.Max} {
			if response := w.tryWith(operation, field, value); response.Status == http.StatusBadRequest && limit == nil {
				w.t.Errorf("%s: %s cannot be %d, and the document has no limit: %s", of.ID, field, value, shortened(response.Body))
			}
		}
		return
	}
	limit := field.schema.MaxLength
	if response := w.tryWith(operation, field, strings.Repeat("x", longText)); response.Status == http.StatusBadRequest && limit == nil {
		w.t.Errorf("%s: %s cannot be long, and the document has no limit: %s", of.ID, field, shortened(response.Body))
	}
	if limit != nil {
		text := w.freshText()
		if response := w.tryWith(operation, field, text+strings.Repeat("x", int(*limit)-len(text))); response.Status != operation.status {
			w.t.Errorf("%s: %s cannot have the %d characters of the document: %s", of.ID, field, *limit, shortened(response.Body))
		}
	}
}

// A PATCH accepts null for the fields that the document says are nullable, and for no others.
func TestNullabilityOfDocument(t *testing.T) {
	t.Parallel()
	w := newAPIFixture(t, apptest.Database{})
	document := loadDocument(t)
	cases := operationCases()
	for _, route := range document.Routes {
		if route.Operation.Method != http.MethodPatch {
			continue
		}
		body := document.Spec.Paths.Value(route.Operation.Path).GetOperation(route.Operation.Method).RequestBody
		for name, schema := range body.Value.Content["application/json"].Schema.Value.Properties {
			operation := cases[route.Operation.ID]
			response := w.tryWith(operation, bodyField{path: []string{name}}, nil)
			isRefused := response.Status == http.StatusBadRequest && strings.Contains(string(response.Body), "field "+name+" cannot be null")
			if isNullable := takesNull(schema.Value); isNullable == isRefused {
				w.t.Errorf("%s: %s is nullable: %t, and the server answers %s", route.Operation.ID, name, isNullable, shortened(response.Body))
			}
		}
	}
}

// takesNull reports whether the document allows null.
func takesNull(schema *openapi3.Schema) bool {
	if schema.Type != nil && schema.Type.Includes("null") {
		return true
	}
	return slices.ContainsFunc(slices.Concat(schema.OneOf, schema.AnyOf), func(s *openapi3.SchemaRef) bool { return takesNull(s.Value) })
}

// An archive that is too large is rejected with 413 before it is read, and one that has too many files after that.
func TestOversizedArchivesAreRejected(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	token := platform.AdminToken()
	project := platform.NewProject(token, "Orders")
	environment := platform.NewEnvironment(token, project, "Production")
	crowd := crowdedArchive(t)
	for _, path := range []string{environmentsPath + "/" + environment + "/plans", projectsPath + "/" + project + "/import", "/v1/environments/" + environment + "/plans"} {
		for _, kind := range []string{"application/zip", "application/gzip", "application/x-tar"} {
			headers := []string{"Authorization: Bearer " + token, "Content-Type: " + kind, "Content-Length: 67108865"}
			sendRaw(t, platform, rawRequest("POST "+path+" HTTP/1.1", headers, "")).wantAPIError(t, http.StatusRequestEntityTooLarge)
		}
		wantFault(t, platform.Do(apptest.Request{
			Method: http.MethodPost, Path: path, Token: token, Body: crowd, Header: http.Header{"Content-Type": {"application/zip"}},
		}), http.StatusRequestEntityTooLarge, "100000 files", "only the project's folder")
	}
}

// crowdedArchive returns an archive with more files than the server accepts.
func crowdedArchive(t *testing.T) []byte {
	t.Helper()
	files := make(map[string][]byte, 100_001)
	for i := range 100_001 {
		files[fmt.Sprintf("nodes/%d.yml", i)] = nil
	}
	return zipped(t, files)
}
