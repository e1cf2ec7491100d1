package openapitest

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"github.com/millrace/millrace/api"
)

// Document is the parsed OpenAPI document. It is read-only.
type Document struct {
	Spec   *openapi3.T
	Routes []Route

	schemas *schemas
}

// Route is one operation of the document with the segments of its path.
type Route struct {
	Operation api.Operation

	segments []string
	inSpec   *routers.Route
}

//nolint:gochecknoglobals // read once for all tests, and never changed
var load = sync.OnceValues(read)

// Load returns the document as the server serves it.
func Load() (*Document, error) { return load() }

// read parses the document. Version 3.1 makes the validator use JSON Schema 2020-12.
func read() (*Document, error) {
	openapi3filter.RegisterBodyDecoder("text/event-stream", openapi3filter.PlainBodyDecoder)
	raw, err := api.Document()
	if err != nil {
		return nil, err
	}
	spec, err := openapi3.NewLoader().LoadFromData(raw)
	if err != nil {
		return nil, err
	}
	if !spec.IsOpenAPI31OrLater() {
		return nil, errors.New("the document is not OpenAPI 3.1")
	}
	operations, err := api.Operations()
	if err != nil {
		return nil, err
	}
	schemas, err := newSchemas(raw)
	if err != nil {
		return nil, err
	}
	d := &Document{Spec: spec, schemas: schemas}
	for _, operation := range operations {
		item := spec.Paths.Value(operation.Path)
		d.Routes = append(d.Routes, Route{
			Operation: operation, segments: strings.Split(operation.Path, "/"),
			inSpec: &routers.Route{
				Spec: spec, Path: operation.Path, PathItem: item, Method: operation.Method, Operation: item.GetOperation(operation.Method),
			},
		})
	}
	return d, nil
}

// Find returns the operation of a request and its path parameters; false if the document has none.
func (d *Document) Find(r *http.Request) (Route, map[string]string, bool) {
	segments := strings.Split(r.URL.EscapedPath(), "/")
	for _, candidate := range d.Routes {
		if candidate.Operation.Method != r.Method {
			continue
		}
		if params, ok := candidate.match(segments); ok {
			return candidate, params, true
		}
	}
	return Route{}, nil, false
}

func (r Route) match(segments []string) (map[string]string, bool) {
	if len(segments) != len(r.segments) {
		return nil, false
	}
	params := map[string]string{}
	for i, want := range r.segments {
		if !strings.HasPrefix(want, "{") {
			if want != segments[i] {
				return nil, false
			}
			continue
		}
		value, err := url.PathUnescape(segments[i])
		if err != nil || value == "" {
			return nil, false
		}
		params[strings.Trim(want, "{}")] = value
	}
	return params, true
}

// input converts a request for the validator.
func (r Route) input(request *http.Request, params map[string]string) *openapi3filter.RequestValidationInput {
	return &openapi3filter.RequestValidationInput{
		Request: request, PathParams: params, Route: r.inSpec,
		Options: &openapi3filter.Options{
			MultiError: true, IncludeResponseStatus: true, SkipSettingDefaults: true,
			// The server checks permissions; the document only says that a credential is needed.
			AuthenticationFunc: func(context.Context, *openapi3filter.AuthenticationInput) error { return nil },
		},
	}
}
