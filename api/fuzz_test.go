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

// bodies returns one request body for each way of decoding: required and optional fields, ids, null that clears, maps,
// lists, free objects, unknown fields that are kept, and unknown fields that are ignored.
func bodies() []any {
	return []any{
		new(api.EnvironmentCreate), new(api.EnvironmentUpdate), new(api.ConnectionCreate), new(api.ConnectionUpdate), new(api.ProjectUpdate),
		new(api.Login), new(api.UserUpdate), new(api.ProjectRoleWrite), new(api.NodeSet), new(api.SubgraphWrite), new(api.StartRun), new(api.CancelRun),
	}
}

// FuzzDecodeBody checks that a body is rejected with a message and a hint, or is UTF-8 without NUL; and that the decoded
// value can be encoded and decoded to the same value.
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
			t.Fatalf("%T: %q is rejected with %#v", body, raw, refused)
		}
		return
	case err != nil:
		t.Fatalf("%T: %q returns %v, which is not an *api.BodyError", body, raw, err)
	}
	written, err := json.Marshal(body)
	if err != nil {
		t.Fatalf("%T: %q was decoded and cannot be encoded: %v", body, raw, err)
	}
	if !utf8.Valid(written) || strings.Contains(strings.ReplaceAll(string(written), `\\`, ""), `\u0000`) {
		t.Fatalf("%T: %q has invalid text: %q", body, raw, written)
	}
	again := reflect.New(reflect.TypeOf(body).Elem()).Interface()
	if err := json.Unmarshal(written, again); err != nil {
		t.Fatalf("%T: the value of %q cannot be decoded again: %v", body, raw, err)
	}
	if twice, err := json.Marshal(again); err != nil || string(twice) != string(written) {
		t.Fatalf("%T: %q is decoded as %s and then as %s", body, raw, written, twice)
	}
}

// FuzzID checks that an id is a string or an integer, and that both forms are equal.
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
			return // as encoding/json decodes a string
		}
		if strings.Trim(text, "0123456789") != "" || string(id) != text {
			t.Fatalf("%q is decoded as the id %q", text, id)
		}
		var quoted api.ID
		if err := json.Unmarshal([]byte(`"`+text+`"`), &quoted); err != nil || quoted != id {
			t.Fatalf("the number %s is %q, the text is %q", text, id, quoted)
		}
	})
}
