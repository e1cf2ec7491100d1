package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"reflect"
	"strings"
	"unicode/utf8"
)

// BodyError says why a request body was rejected.
type BodyError struct {
	Message string // what is wrong, and where
	Hint    string // what to do
	// WrongType reports that the content type is not JSON, which results in 415 instead of 400.
	WrongType bool
}

func (e *BodyError) Error() string { return e.Message }

// change is a body that changes an existing resource. Null clears a field in it, and is rejected for fields that cannot
// be empty. In all other bodies null is the same as an absent field.
type change interface{ nullClears() }

func (*EnvironmentUpdate) nullClears()  {}
func (*ProjectUpdate) nullClears()      {}
func (*WorkspaceUpdate) nullClears()    {}
func (*ConnectionUpdate) nullClears()   {}
func (*UserUpdate) nullClears()         {}
func (*OrganizationUpdate) nullClears() {}
func (*GitAccountUpdate) nullClears()   {}
func (*ScheduleUpdate) nullClears()     {}
func (*ScheduleRetries) nullClears()    {} // absent fields stay unchanged, too; in a new schedule it is no change
func (*WebhookUpdate) nullClears()      {}

// DecodeBody decodes the JSON body of a request into body. The generated server calls it for every operation with a
// body. It returns io.EOF, unwrapped, if there is no body, an *http.MaxBytesError unchanged if the body is too large,
// and a *BodyError for every other body that it rejects.
func DecodeBody(r *http.Request, body any) error {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return unreadable(err)
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return io.EOF
	}
	if err := checkContentType(r.Header.Get("Content-Type")); err != nil {
		return err
	}
	return decodeJSON(raw, body)
}

// unreadable returns the error for an incomplete body. The cause is the client, or the client is gone.
func unreadable(err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return err
	}
	return &BodyError{Message: "the body is incomplete", Hint: "Send as many bytes as Content-Length says, without long pauses."}
}

func checkContentType(header string) error {
	mediaType, _, err := mime.ParseMediaType(header)
	if err == nil && (mediaType == "application/json" || strings.HasSuffix(mediaType, "+json")) {
		return nil
	}
	message := "the body has no Content-Type"
	if header != "" {
		message = fmt.Sprintf("the body's Content-Type is %q", header)
	}
	return &BodyError{Message: message, Hint: "Send JSON with the header Content-Type: application/json.", WrongType: true}
}

// decodeJSON is the part of DecodeBody that needs no request.
func decodeJSON(raw []byte, body any) error {
	if !utf8.Valid(raw) {
		return &BodyError{Message: "the body is not valid UTF-8", Hint: "Encode the JSON as UTF-8."}
	}
	if depth(raw) > maxDepth {
		return &BodyError{
			Message: fmt.Sprintf("the body is nested more than %d levels deep", maxDepth), Hint: "Send it with fewer levels.",
		}
	}
	raw, err := decodeOne(raw, body)
	if err != nil {
		return err
	}
	if hasNUL(raw) {
		return &BodyError{Message: "the body contains a NUL character", Hint: `Remove \u0000 from the text.`}
	}
	if _, ok := body.(unchecked); ok {
		return nil
	}
	_, isLenient := body.(lenient)
	_, isChange := body.(change)
	return fieldCheck{strict: !isLenient, isChange: isChange}.value(raw, reflect.TypeOf(body), "")
}

// decodeOne decodes the single value of a body. It returns what it decoded: raw, or for a lenient body raw with texts
// replaced by the numbers and booleans that they contain.
func decodeOne(raw []byte, body any) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	err := decoder.Decode(body)
	if shape, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && shape.Value == "string" && isLenient(body) && json.Valid(raw) {
		loose, err := DecodeLoosely(raw, body)
		if err != nil {
			return nil, explain(loose, err)
		}
		return loose, nil
	}
	if err != nil {
		return nil, explain(raw, err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, &BodyError{
			Message: fmt.Sprintf("the body has text after the end of the JSON value, at %s", position(raw, decoder.InputOffset())),
			Hint:    "Send one JSON value.",
		}
	}
	return raw, nil
}

// maxDepth is the maximum nesting of objects and arrays in a body. Existing clients read a few hundred levels at most,
// so stored values must stay well below that.
const maxDepth = 100

// depth returns how deep raw is nested. raw need not be valid JSON.
func depth(raw []byte) int {
	var now, deepest int
	inText := false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case inText && c == '\\':
			i++ // an escaped character does not end the text
		case c == '"':
			inText = !inText
		case !inText && (c == '{' || c == '['):
			now++
			deepest = max(deepest, now)
		case !inText && (c == '}' || c == ']'):
			now--
		}
	}
	return deepest
}

// hasNUL reports whether a text in raw contains NUL, which PostgreSQL cannot store and no field needs. Two backslashes
// are an escaped backslash, so the text after them is no escape.
func hasNUL(raw []byte) bool {
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		if bytes.HasPrefix(raw[i:], []byte(`\u0000`)) {
			return true
		}
		i++
	}
	return false
}

func explain(raw []byte, err error) error {
	var syntax *json.SyntaxError
	var wrongType *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return &BodyError{
			Message: fmt.Sprintf("the body is not valid JSON: %s, at %s", syntax.Error(), position(raw, syntax.Offset)),
			Hint:    "Fix the JSON near that position.",
		}
	case errors.As(err, &wrongType):
		return wrongTypeOf(wrongType, fieldRead(err))
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &BodyError{Message: "the body is not valid JSON: it ends too early", Hint: "Send the whole JSON value."}
	default:
		return &BodyError{Message: "the body cannot be decoded: " + err.Error(), Hint: "GET /api/openapi.json has the format of every field."}
	}
}

// fieldRead returns the field that a generated decoder names in its error, or "" if it names none.
func fieldRead(err error) string {
	_, rest, _ := strings.Cut(err.Error(), "error reading '")
	name, _, _ := strings.Cut(rest, "'")
	return name
}

// wrongTypeOf names the field from the error or, failing that, from named. It reports no line and column, because for a
// nullable field they are relative to the start of the field.
func wrongTypeOf(err *json.UnmarshalTypeError, named string) error {
	where, hint := "the body", "GET /api/openapi.json has the type of every field."
	if field := cmp.Or(err.Field, named); field != "" {
		where = "field " + field
	}
	switch {
	case err.Type == reflect.TypeFor[ID]():
		hint = "An id is a string or a whole number."
	case err.Type.Kind() == reflect.Int || err.Type.Kind() == reflect.Int64:
		hint = "It is a whole number, like 16."
	case err.Type.Kind() == reflect.Bool:
		hint = "It is true or false."
	}
	return &BodyError{Message: where + " has the wrong type: " + err.Value, Hint: hint}
}

// position converts the number of bytes read, of which the last one is wrong, to a line and a column.
func position(raw []byte, read int64) string {
	before := raw[:max(0, min(int(read), len(raw))-1)]
	line := 1 + bytes.Count(before, []byte("\n"))
	column := len(before) - bytes.LastIndexByte(before, '\n')
	return fmt.Sprintf("line %d column %d", line, column)
}
