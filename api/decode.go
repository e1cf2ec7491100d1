package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
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

// lenient is a request body in which clients in the world send more fields than the interface has.
type lenient interface{ acceptsUnknownFields() }

func (*StartRun) acceptsUnknownFields()  {}
func (*Rerun) acceptsUnknownFields()     {}
func (*CancelRun) acceptsUnknownFields() {}

// DecodeBody reads the JSON body of a request into body. The generated server calls it for every operation that has
// one. It returns io.EOF, unwrapped, when there is no body, and a *BodyError for every body that it refuses; an error
// of the reader itself (too large, connection lost) comes back as it is.
func DecodeBody(r *http.Request, body any) error {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return io.EOF
	}
	if err := checkContentType(r.Header.Get("Content-Type")); err != nil {
		return err
	}
	return decodeJSON(raw, body)
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
	decoder := json.NewDecoder(bytes.NewReader(raw))
	if _, ok := body.(lenient); !ok {
		decoder.DisallowUnknownFields()
	}
	if err := decoder.Decode(body); err != nil {
		return explain(raw, err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return &BodyError{
			Message: fmt.Sprintf("there is more after the end of the JSON value, at %s", position(raw, decoder.InputOffset())),
			Hint:    "Send one JSON value.",
		}
	}
	// PostgreSQL cannot store NUL in text and no field has a use for it.
	if bytes.Contains(raw, []byte(`\u0000`)) || bytes.IndexByte(raw, 0) >= 0 {
		return &BodyError{Message: "the body contains a NUL character", Hint: `Remove \u0000 from the text.`}
	}
	return nil
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
		where := "the body"
		if wrongType.Field != "" {
			where = "field " + wrongType.Field
		}
		return &BodyError{
			Message: fmt.Sprintf("%s cannot be a %s, at %s", where, wrongType.Value, position(raw, wrongType.Offset)),
			Hint:    "GET /api/openapi.json has the type of every field.",
		}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &BodyError{Message: "the body is not valid JSON: it ends too early", Hint: "Send the whole JSON value."}
	case strings.HasPrefix(err.Error(), "json: unknown field "):
		field := strings.TrimPrefix(err.Error(), "json: unknown field ")
		return &BodyError{
			Message: "unknown field " + field + " in the body",
			Hint:    "Remove it, or check its spelling in GET /api/openapi.json.",
		}
	default:
		return &BodyError{Message: "the body cannot be read: " + err.Error(), Hint: "GET /api/openapi.json has the form of every field."}
	}
}

// position turns a byte offset into a line and a column for people.
func position(raw []byte, offset int64) string {
	before := raw[:min(int(offset), len(raw))]
	line := 1 + bytes.Count(before, []byte("\n"))
	column := len(before) - bytes.LastIndexByte(before, '\n')
	return fmt.Sprintf("line %d column %d", line, column)
}
