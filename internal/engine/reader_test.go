package engine_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// read reads a connection as a driver would.
func read(c engine.Connection) (*engine.Reader, []any) {
	c.Kind = "example"
	r := engine.NewReader(c)
	return r, []any{r.RequiredText("host"), r.Port("port", 5432), r.Text("note", "none"), r.OneOf("mode", "a", "b"), r.Secret("password")}
}

func TestValidSettings(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		settings map[string]any
		secret   map[string]string
		want     []any
	}{
		"all": {
			map[string]any{"host": "h", "port": 1.0, "note": "", "mode": "b"},
			map[string]string{"password": "p"},
			[]any{"h", uint16(1), "", "b", "p"},
		},
		"absent": {map[string]any{"host": "h"}, nil, []any{"h", uint16(5432), "none", "a", ""}},
		"null": {
			map[string]any{"host": "h", "port": nil, "note": nil, "mode": nil},
			map[string]string{},
			[]any{"h", uint16(5432), "none", "a", ""},
		},
		"int":    {map[string]any{"host": "h", "port": 65535}, nil, []any{"h", uint16(65535), "none", "a", ""}},
		"int64":  {map[string]any{"host": "h", "port": int64(80)}, nil, []any{"h", uint16(80), "none", "a", ""}},
		"number": {map[string]any{"host": "h", "port": json.Number("80")}, nil, []any{"h", uint16(80), "none", "a", ""}},
	} {
		r, got := read(engine.Connection{Settings: tt.settings, Secret: tt.secret})
		if err := r.Err(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for i := range got {
			if got[i] != tt.want[i] {
				t.Errorf("%s: value %d = %v, want %v", name, i, got[i], tt.want[i])
			}
		}
	}
}

func TestWrongSettings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		settings map[string]any
		secret   map[string]string
		want     string
	}{
		{nil, nil, "setting host is missing"},
		{map[string]any{"host": nil}, nil, "setting host is missing"},
		{map[string]any{"host": ""}, nil, "setting host is empty"},
		{map[string]any{"host": 5.0}, nil, "setting host is not text"},
		{map[string]any{"host": "a\x00b"}, nil, "setting host contains a NUL character"},
		{map[string]any{"host": "h", "note": []any{"s3cret"}}, nil, "setting note is not text"},
		{map[string]any{"host": "h", "port": "5432"}, nil, "setting port is not a number from 1 to 65535"},
		{map[string]any{"host": "h", "port": 0.0}, nil, "setting port is not a number from 1 to 65535"},
		{map[string]any{"host": "h", "port": 65536.0}, nil, "setting port is not a number from 1 to 65535"},
		{map[string]any{"host": "h", "port": 1.5}, nil, "setting port is not a number from 1 to 65535"},
		{map[string]any{"host": "h", "port": math.NaN()}, nil, "setting port is not a number from 1 to 65535"},
		{map[string]any{"host": "h", "port": math.Inf(1)}, nil, "setting port is not a number from 1 to 65535"},
		{map[string]any{"host": "h", "port": json.Number("1e3")}, nil, "setting port is not a number from 1 to 65535"},
		{map[string]any{"host": "h", "port": true}, nil, "setting port is not a number from 1 to 65535"},
		{map[string]any{"host": "h", "mode": "s3cret"}, nil, "setting mode is none of a, b"},
		{map[string]any{"host": "h", "mode": 1.0}, nil, "setting mode is not text"},
		{map[string]any{"host": "h", "hots": "s3cret"}, nil, `setting "hots" is not known`},
		{map[string]any{"host": "h", "password": "s3cret"}, nil, `setting "password" is not known`},
		{map[string]any{"host": "h"}, map[string]string{"passwort": "s3cret"}, `secret "passwort" is not known`},
		{map[string]any{"host": "h"}, map[string]string{"password": "s3cret\x00"}, "secret password contains a NUL character"},
	} {
		r, _ := read(engine.Connection{Settings: tt.settings, Secret: tt.secret})
		err := r.Err()
		if !fault.Is(err, fault.Invalid) || err.Error() != "example connection: "+tt.want {
			t.Errorf("%v: %v, want %q", tt.settings, err, tt.want)
			continue
		}
		want := "A example connection has the settings host, port, note, mode. Keys of its secret: password."
		if hint := fault.From(err).Hint; hint != want || strings.Contains(err.Error()+hint, "s3cret") {
			t.Errorf("%v: %v, hint %q, want %q", tt.settings, err, hint, want)
		}
	}
}

func TestAllErrorsAreReportedAtOnce(t *testing.T) {
	t.Parallel()
	r, _ := read(engine.Connection{Settings: map[string]any{"port": "x", "z": 1, "y": 2}, Secret: map[string]string{"k": "v"}})
	r.Wrong("note", "rhymes")
	want := "example connection: setting host is missing; setting port is not a number from 1 to 65535; setting note rhymes; " +
		`setting "y" is not known; setting "z" is not known; secret "k" is not known`
	if err := r.Err(); err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}

func TestKindWithoutSecret(t *testing.T) {
	t.Parallel()
	r := engine.NewReader(engine.Connection{Kind: "example", Secret: map[string]string{"password": "x"}})
	r.Text("path", "")
	if hint := fault.From(r.Err()).Hint; hint != "A example connection has the settings path. It has no secret." {
		t.Errorf("hint = %q", hint)
	}
}
