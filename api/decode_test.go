package api_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/millrace/millrace/api"
)

// decode decodes a body as the generated server does.
func decode(text string, into any) error {
	request := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(text))
	request.Header.Set("Content-Type", "application/json")
	return api.DecodeBody(request, into)
}

func TestDecodeBodyAccepts(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		text string
		into any
	}{
		"required fields":                   {`{"project":"p","name":"n"}`, new(api.EnvironmentCreate)},
		"an id as a number":                 {`{"project":12,"name":"n"}`, new(api.EnvironmentCreate)},
		"white space around":                {" \n{\"name\":\"n\"}\t\n", new(api.TokenCreate)},
		"no optional fields":                {`{}`, new(api.TokenCreate)},
		"null in a nullable field":          {`{"description":null,"tagColors":null,"connection":null}`, new(api.EnvironmentUpdate)},
		"null in a free object":             {`{"name":"c","platformKind":"duckdb","settings":{"path":null}}`, new(api.ConnectionCreate)},
		"any field of a node":               {`{"name":"n","nodeType":"Stage","config":{"a":[null]}}`, new(api.NodeSet)},
		"an escaped backslash before u0000": {`{"name":"\\u0000"}`, new(api.TokenCreate)},
		"half a surrogate pair":             {`{"name":"\ud800"}`, new(api.TokenCreate)},
		"unknown fields of startRun":        {`{"runDetails":{"environmentID":"1","color":null},"x":{}}`, new(api.StartRun)},
		"unknown fields of a lenient body":  {`{"project":"p","name":"n","x":[{}],"tagColors":{"color":"red"}}`, new(api.EnvironmentCreate)},
		"a hundred levels": {
			`{"project":"p","name":"n","runTimeParameters":{"a":` + strings.Repeat("[", 98) + strings.Repeat("]", 98) + `}}`, new(api.EnvironmentCreate),
		},
		"brackets in a text": {`{"name":"` + strings.Repeat("[{", 500) + `\""}`, new(api.TokenCreate)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := decode(tt.text, tt.into); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestDecodeBodyRejects(t *testing.T) {
	t.Parallel()
	environment := func() any { return new(api.EnvironmentCreate) }
	update := func() any { return new(api.EnvironmentUpdate) }
	for name, tt := range map[string]struct {
		text string
		into any
		says string
	}{
		"a syntax error on line 3":         {"{\n\"name\":\n}", environment(), "line 3 column 1"},
		"truncated JSON":                   {`{"name":"`, environment(), "ends too early"},
		"two values":                       {`{"project":"p","name":"n"}{}`, environment(), "text after the end of the JSON value"},
		"a wrong type":                     {`{"project":"p","name":7}`, environment(), "field name has the wrong type: number"},
		"a wrong type of a nullable field": {`{"description":7}`, update(), "field description has the wrong type: number"},
		"a wrong type in a nested object":  {`{"project":"p","name":"n","tagColors":{"textColor":1}}`, environment(), "field tagColors.textColor has the wrong type: number"},
		"an array":                         {`[]`, environment(), "the body has the wrong type: array"},
		"null":                             {`null`, update(), "the body cannot be null"},
		"null for a name":                  {`{"name":null}`, update(), "field name cannot be null"},
		"null for an id":                   {`{"project":null,"name":"n"}`, environment(), "field project cannot be null"},
		"null in a map":                    {`{"mappings":{"A":null}}`, update(), "field mappings.A cannot be null"},
		"null in a list":                   {`{"name":"n","steps":["a",null]}`, new(api.SubgraphWrite), "field steps[1] cannot be null"},
		"a missing field":                  {`{"project":"p"}`, environment(), "field name is missing"},
		"a missing nested field":           {`{"mappings":{"A":{"schema":"s"}}}`, update(), "field mappings.A.database is missing"},
		"an unknown field":                 {`{"color":1}`, new(api.UserUpdate), `unknown field "color"`},
		"a field in capitals":              {`{"Name":"n"}`, update(), `unknown field "Name"`},
		"a nested field in capitals":       {`{"tagColors":{"TEXTCOLOR":"red"}}`, update(), `unknown field "tagColors.TEXTCOLOR"`},
		"a NUL":                            {`{"name":"a\u0000"}`, update(), "NUL"},
		"a NUL after a backslash":          {`{"name":"\\\u0000"}`, update(), "NUL"},
		"a NUL in a free object":           {`{"runTimeParameters":{"a":"\u0000"}}`, update(), "NUL"},
		"invalid UTF-8":                    {"{\"name\":\"\xff\"}", update(), "UTF-8"},
		"a hundred and one levels":         {strings.Repeat("[", 101), update(), "nested more than 100 levels deep"},
		"a fraction for an id":             {`{"project":1.5,"name":"n"}`, environment(), "field project has the wrong type: number 1.5"},
		"a negative number for an id":      {`{"project":-1,"name":"n"}`, environment(), "field project has the wrong type: number -1"},
		"an object for an id":              {`{"project":{},"name":"n"}`, environment(), "field project has the wrong type: object"},
		"a number too large for a map":     {`{"name":"n","platformKind":"duckdb","settings":{"a":1e999}}`, new(api.ConnectionCreate), "number 1e999"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := decode(tt.text, tt.into)
			var refused *api.BodyError
			if !errors.As(err, &refused) {
				t.Fatalf("%v is not an *api.BodyError", err)
			}
			if refused.WrongType || refused.Hint == "" || !strings.Contains(refused.Message, tt.says) {
				t.Errorf("message %q with hint %q, want %q", refused.Message, refused.Hint, tt.says)
			}
		})
	}
}

func TestDecodeBodyReturnsEOFWithoutBody(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", " ", "\n\t"} {
		if err := decode(text, new(api.TokenCreate)); !errors.Is(err, io.EOF) {
			t.Errorf("%q gives %v, want io.EOF", text, err)
		}
	}
}

func TestDecodeBodyRequiresJSON(t *testing.T) {
	t.Parallel()
	for contentType, takes := range map[string]bool{
		"application/json": true, "application/json; charset=utf-8": true, "APPLICATION/JSON": true, "application/merge-patch+json": true,
		"": false, "text/json": false, "application/jsonx": false, "text/plain": false, ";": false, "\xff": false,
	} {
		request := httptest.NewRequest(http.MethodPost, "/", strings.NewReader("{}"))
		request.Header.Set("Content-Type", contentType)
		err := api.DecodeBody(request, new(api.TokenCreate))
		var refused *api.BodyError
		if wrongType := errors.As(err, &refused) && refused.WrongType; wrongType == takes {
			t.Errorf("%q gives %v", contentType, err)
		}
	}
}

// TestIncompleteBodyIsNotTooLarge checks that a body that is too large and an incomplete body have different errors: 413
// and 400.
func TestIncompleteBodyIsNotTooLarge(t *testing.T) {
	t.Parallel()
	request := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(`{"name":"n"}`))
	request.Body = http.MaxBytesReader(httptest.NewRecorder(), request.Body, 3)
	var tooLarge *http.MaxBytesError
	if err := api.DecodeBody(request, new(api.TokenCreate)); !errors.As(err, &tooLarge) {
		t.Errorf("error of a body that is too large: %v", err)
	}
	request = httptest.NewRequest(http.MethodPost, "/", io.MultiReader(strings.NewReader(`{"name":`), brokenReader{}))
	var refused *api.BodyError
	if err := api.DecodeBody(request, new(api.TokenCreate)); !errors.As(err, &refused) || refused.WrongType {
		t.Errorf("error of an incomplete body: %v", err)
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
