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

// BodyError says why a request body was not read.
type BodyError struct {
	Message string // what is wrong, and where
	Hint    string // what to do
	// WrongType is true when the body is not JSON by its content type, which is 415 and not 400.
	WrongType bool
}

func (e *BodyError) Error() string { return e.Message }

// change is a body that changes something that is there. Null clears in it, so it is refused where nothing can be cleared;
// in every other body null is the same as leaving the field out.
type change interface{ nullClears() }

func (*EnvironmentUpdate) nullClears() {}
func (*ProjectUpdate) nullClears()     {}
func (*WorkspaceUpdate) nullClears()   {}
func (*ConnectionUpdate) nullClears()  {}
func (*UserUpdate) nullClears()        {}
func (*GitAccountUpdate) nullClears()  {}
func (*ScheduleUpdate) nullClears()    {}
func (*ScheduleRetries) nullClears()   {} // those that it leaves out stay, too; in a new schedule it is no change
func (*WebhookUpdate) nullClears()     {}

// DecodeBody reads the JSON body of a request into body. The generated server calls it for every operation that has
// one. It returns io.EOF, unwrapped, when there is no body, *http.MaxBytesError as it is when the body is too large, and a
// *BodyError for every other body that it refuses.
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

// unreadable explains a body that did not arrive whole. That is the sender's doing, or nobody's who waits for an answer.
func unreadable(err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return err
	}
	return &BodyError{Message: "the body did not arrive whole", Hint: "Send as many bytes as the headers say, and send them in time."}
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
	if depth(raw) > deepest {
		return &BodyError{
			Message: fmt.Sprintf("the body is nested more than %d levels deep", deepest), Hint: "Send it with fewer levels.",
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
	_, isKind := body.(forgiving)
	_, isChange := body.(change)
	return fieldCheck{strict: !isKind, isChange: isChange}.value(raw, reflect.TypeOf(body), "")
}

// decodeOne reads the one value that a body is. It gives what it read: raw, or what a body that clients in the world send
// means by it.
func decodeOne(raw []byte, body any) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	err := decoder.Decode(body)
	if shape, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && shape.Value == "string" && isForgiving(body) && json.Valid(raw) {
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
			Message: fmt.Sprintf("there is more after the end of the JSON value, at %s", position(raw, decoder.InputOffset())),
			Hint:    "Send one JSON value.",
		}
	}
	return raw, nil
}

// deepest is how many objects and arrays a body may hold in one another. Clients in the world read some hundred levels
// and no more, so what is stored must be well below that.
const deepest = 100

// depth is how deep raw is nested. It need not be valid JSON.
func depth(raw []byte) int {
	var now, most int
	inText := false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case inText && c == '\\':
			i++ // whatever it is, it does not end the text
		case c == '"':
			inText = !inText
		case !inText && (c == '{' || c == '['):
			now++
			most = max(most, now)
		case !inText && (c == '}' || c == ']'):
			now--
		}
	}
	return most
}

// hasNUL reports whether a text in raw holds NUL, which PostgreSQL cannot store and no field has a use for. Two
// backslashes are a backslash, so what follows them is no escape.
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
			Hint:    "Check the JSON near that place.",
		}
	case errors.As(err, &wrongType):
		return wrongTypeOf(wrongType, fieldRead(err))
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &BodyError{Message: "the body is not valid JSON: it ends too early", Hint: "Send the whole JSON value."}
	default:
		return &BodyError{Message: "the body cannot be read: " + err.Error(), Hint: "GET /api/openapi.json has the form of every field."}
	}
}

// fieldRead is the field that a generated reader names in its error; empty when it names none.
func fieldRead(err error) string {
	_, rest, _ := strings.Cut(err.Error(), "error reading '")
	name, _, _ := strings.Cut(rest, "'")
	return name
}

// wrongTypeOf says which field it is, by the error or by the name that is known otherwise. It gives no line and column:
// those of a field that may be null are counted from the field's own beginning.
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

// position turns the number of bytes that were read, the last of which is at fault, into a line and a column for people.
func position(raw []byte, read int64) string {
	before := raw[:max(0, min(int(read), len(raw))-1)]
	line := 1 + bytes.Count(before, []byte("\n"))
	column := len(before) - bytes.LastIndexByte(before, '\n')
	return fmt.Sprintf("line %d column %d", line, column)
}
