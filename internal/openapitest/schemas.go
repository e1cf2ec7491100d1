package openapitest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

const (
	documentName = "openapi.json"
	jsonType     = "application/json"
)

// schemas are the schemas of the document's JSON bodies. The tests check many thousands of bodies, so each schema is compiled
// once; the validator of the OpenAPI library compiles a schema for each body.
type schemas struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	compiled map[string]*jsonschema.Schema // pointer into the document → schema
}

func newSchemas(document []byte) (*schemas, error) {
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.RegisterFormat(&jsonschema.Format{Name: "int64", Validate: checkInt64})
	compiler.AssertFormat()
	if err := compiler.AddResource(documentName, parsed); err != nil {
		return nil, err
	}
	return &schemas{compiler: compiler, compiled: map[string]*jsonschema.Schema{}}, nil
}

// check returns how a JSON body differs from the schema at a pointer into the document; nil if it does not.
func (s *schemas) check(pointer string, body []byte) error {
	schema, err := s.at(pointer)
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("not JSON: %w", err)
	}
	return schema.Validate(value)
}

func (s *schemas) at(pointer string) (*jsonschema.Schema, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if schema, ok := s.compiled[pointer]; ok {
		return schema, nil
	}
	schema, err := s.compiler.Compile(documentName + pointer)
	if err != nil {
		return nil, err
	}
	s.compiled[pointer] = schema
	return schema, nil
}

func checkInt64(value any) error {
	number, ok := value.(json.Number)
	if !ok {
		return nil
	}
	_, err := number.Int64()
	return err
}

// responseSchema returns the pointer to the schema of a JSON response; false if the document describes none.
func (r Route) responseSchema(status int) (string, bool) {
	key := strconv.Itoa(status)
	responses := r.inSpec.Operation.Responses
	response := responses.Value(key)
	if response == nil {
		key, response = "default", responses.Default()
	}
	if response == nil || response.Value == nil {
		return "", false
	}
	return bodySchema(response.Value.Content, response.Ref, r.pointer()+"/responses/"+key)
}

// requestSchema returns the pointer to the schema of a JSON request; false if the document describes none.
func (r Route) requestSchema() (string, bool) {
	body := r.inSpec.Operation.RequestBody
	if body == nil || body.Value == nil {
		return "", false
	}
	return bodySchema(body.Value.Content, body.Ref, r.pointer()+"/requestBody")
}

// pointer returns the place of the operation in the document.
func (r Route) pointer() string {
	path := strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(r.Operation.Path)
	return "#/paths/" + path + "/" + strings.ToLower(r.Operation.Method)
}

// bodySchema returns the pointer to the JSON schema of a request or response, which stands at its own place or at a reference.
func bodySchema(content openapi3.Content, reference, place string) (string, bool) {
	if reference != "" {
		place = reference
	}
	described, ok := content[jsonType]
	if !ok || described.Schema == nil {
		return "", false
	}
	return place + "/content/application~1json/schema", true
}

func isJSON(header http.Header) bool {
	mediaType, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	return err == nil && mediaType == jsonType
}
