package api_test

import (
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/millrace/millrace/api"
)

// bodies are the request bodies that differ in how they are read: required and optional fields, ids, null that clears,
// maps, lists, free objects, unknown fields that are kept, and unknown fields that are ignored.
func bodies() []any {
	return []any{
		new(api.EnvironmentCreate), new(api.EnvironmentUpdate), new(api.ConnectionCreate), new(api.ConnectionUpdate), new(api.ProjectUpdate),
		new(api.Login), new(api.UserUpdate), new(api.ProjectRoleWrite), new(api.NodeSet), new(api.SubgraphWrite), new(api.StartRun), new(api.CancelRun),
	}
}

// FuzzDecodeBody checks what a decoder promises to the handler behind it: a body is refused in words for people, or it
// is UTF-8 without NUL, and what was read can be written and read again to the same value.
func FuzzDecodeBody(f *testing.F) {
	for _, seed := range []string{
		"", " ", "null", "{}", "[]", `"x"`, "1", "{", `{"a":}`, "{}{}", "\xff", "\x00", `{"name":"\u0000"}`, `{"name":"\\u0000"}`,
		`{"project":"p","name":"n","mappings":{"A":{"database":"d","schema":"s"}},"runTimeParameters":{"a":1e400}}`,
		`{"project":18446744073709551616,"name":"n"}`, `{"name":null,"description":null,"connection":7,"tagColors":{"textColor":"red"}}`,
		`{"name":"c","platformKind":"postgres","settings":{"port":5432,"x":null},"secret":{"password":"p"}}`,
		`{"email":"a@b.c","password":"p"}`, `{"status":"disabled"}`, `{"role":"ADMIN"}`, `{"name":"n","nodeType":"t","x":[{}]}`,
		`{"name":"n","steps":["a","b"]}`, `{"runDetails":{"environmentID":1,"jobID":"2"},"parameters":"{}","x":1}`, `{"runID":402,"orgID":"1"}`,
		strings.Repeat(`{"a":`, 101), `{"NAME":"n"}`, `{"name":"a","name":"b"}`, `{"name":"\ud800"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, body := range bodies() {
			checkDecode(t, raw, body)
		}
	})
}

func checkDecode(t *testing.T, raw []byte, body any) {
	t.Helper()
	err := decode(string(raw), body)
	var refused *api.BodyError
	switch {
	case errors.Is(err, io.EOF):
		if strings.TrimSpace(string(raw)) != "" {
			t.Fatalf("%T: %q counts as no body", body, raw)
		}
		return
	case errors.As(err, &refused):
		if refused.Message == "" || refused.Hint == "" || refused.WrongType || strings.Contains(refused.Message, "json:") {
			t.Fatalf("%T: %q is refused with %#v", body, raw, refused)
		}
		return
	case err != nil:
		t.Fatalf("%T: %q gives %v, which is no *api.BodyError", body, raw, err)
	}
	written, err := json.Marshal(body)
	if err != nil {
		t.Fatalf("%T: %q was read and cannot be written: %v", body, raw, err)
	}
	if !utf8.Valid(written) || strings.Contains(strings.ReplaceAll(string(written), `\\`, ""), `\u0000`) {
		t.Fatalf("%T: %q left something that is no text: %q", body, raw, written)
	}
	again := reflect.New(reflect.TypeOf(body).Elem()).Interface()
	if err := json.Unmarshal(written, again); err != nil {
		t.Fatalf("%T: what was read of %q does not read again: %v", body, raw, err)
	}
	if twice, err := json.Marshal(again); err != nil || string(twice) != string(written) {
		t.Fatalf("%T: %q reads as %s and then as %s", body, raw, written, twice)
	}
}

// FuzzID checks that an id is a string or a whole number and means the same as either.
func FuzzID(f *testing.F) {
	for _, seed := range []string{`"12"`, `12`, `-1`, `1.0`, `1e3`, `null`, `""`, `"\u00e9"`, `{}`, `[]`, `true`, `99999999999999999999999`, `"12`, ``, `012`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var id api.ID
		if err := json.Unmarshal([]byte(text), &id); err != nil {
			return
		}
		text = strings.TrimSpace(text)
		if strings.HasPrefix(text, `"`) || text == "null" {
			return // as encoding/json reads a string
		}
		if strings.Trim(text, "0123456789") != "" || string(id) != text {
			t.Fatalf("%q is taken for the id %q", text, id)
		}
		var quoted api.ID
		if err := json.Unmarshal([]byte(`"`+text+`"`), &quoted); err != nil || quoted != id {
			t.Fatalf("the number %s is %q and the text is %q", text, id, quoted)
		}
	})
}
