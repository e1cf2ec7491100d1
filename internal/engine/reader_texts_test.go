package engine_test

import (
	"maps"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

func TestTextsOfASetting(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		value any
		want  map[string]string // nil if the setting is wrong
	}{
		"an object":          {map[string]any{"a": "x", "b": true, "c": 1e9, "d": 1.5}, map[string]string{"a": "x", "b": "true", "c": "1000000000", "d": "1.5"}},
		"a text":             {"a=x, b = y=z,", map[string]string{"a": "x", "b": "y=z"}},
		"an empty text":      {"", map[string]string{}},
		"a text without =":   {"a", nil},
		"a number":           {1.0, nil},
		"an object in it":    {map[string]any{"a": map[string]any{}}, nil},
		"too many":           {"a=1, b=2, c=3, d=4, e=5", nil},
		"a NUL in the value": {"a=\x00", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := engine.NewReader(engine.Connection{Kind: "k", Settings: map[string]any{"s": tt.value}})
			got := r.Texts("s", 4)
			if tt.want == nil {
				if !fault.Is(r.Err(), fault.Invalid) {
					t.Errorf("%v is accepted: %v", tt.value, r.Err())
				}
				return
			}
			if r.Err() != nil || !maps.Equal(got, tt.want) {
				t.Errorf("%v, %v", got, r.Err())
			}
		})
	}
}
