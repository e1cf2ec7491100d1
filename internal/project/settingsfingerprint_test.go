package project_test

import (
	"encoding/json"
	"testing"

	"github.com/millrace/millrace/internal/project"
)

func TestSettingsFingerprint(t *testing.T) {
	t.Parallel()
	settings := func() project.EnvironmentSettings {
		return project.EnvironmentSettings{
			Mappings:   map[string]project.Mapping{"A": {Database: "d", Schema: "s"}, "B": {Schema: "é"}},
			Parameters: json.RawMessage(`{"day": 1.50, "deep": {"a": [1, 2], "b": null}}`),
		}
	}
	const place, parameters = "the mappings or the connection", "the parameters"
	for name, tt := range map[string]struct {
		change func(*project.EnvironmentSettings)
		want   string
	}{
		"nothing":                {func(*project.EnvironmentSettings) {}, ""},
		"what plans do not read": {func(s *project.EnvironmentSettings) { s.Description, s.AccessURL, s.DevEnv = "x", "y", true }, ""},
		"written in another way": {func(s *project.EnvironmentSettings) {
			s.Parameters = []byte(`{"deep":{"b":null,"a":[1,2]},"day":1.50}`)
		}, ""},
		"another number": {func(s *project.EnvironmentSettings) { s.Parameters = []byte(`{"deep":{"b":null,"a":[1,2]},"day":1.5}`) }, parameters},
		"another order of a list": {func(s *project.EnvironmentSettings) {
			s.Parameters = []byte(`{"deep":{"b":null,"a":[2,1]},"day":1.50}`)
		}, parameters},
		"no parameters":          {func(s *project.EnvironmentSettings) { s.Parameters = nil }, parameters},
		"another schema":         {func(s *project.EnvironmentSettings) { s.Mappings["A"] = project.Mapping{Database: "d", Schema: "S"} }, place},
		"a name that moved over": {func(s *project.EnvironmentSettings) { s.Mappings["A"] = project.Mapping{Database: `d" "s`} }, place},
		"only for reading": {func(s *project.EnvironmentSettings) {
			s.Mappings["A"] = project.Mapping{Database: "d", Schema: "s", ReadOnly: true}
		}, place},
		"one mapping more": {func(s *project.EnvironmentSettings) { s.Mappings["C"] = project.Mapping{} }, place},
		"no mappings":      {func(s *project.EnvironmentSettings) { s.Mappings = nil }, place},
	} {
		changed := settings()
		tt.change(&changed)
		made, now := project.NewSettingsFingerprint("c", settings()), project.NewSettingsFingerprint("c", changed)
		if got := made.Changed(now); got != tt.want {
			t.Errorf("%s: moved are %q, want %q", name, got, tt.want)
		}
		if got := made.WithoutParameters().Changed(now); got != "" && tt.want == parameters {
			t.Errorf("%s: moved are %q without parameters", name, got)
		}
		if got := made.Changed(project.NewSettingsFingerprint("another", settings())); got != place {
			t.Errorf("over another connection moved are %q", got)
		}
	}
	if none, empty := (project.EnvironmentSettings{}), (project.EnvironmentSettings{
		Mappings: map[string]project.Mapping{}, Parameters: json.RawMessage("{}"),
	}); project.NewSettingsFingerprint("c", none) != project.NewSettingsFingerprint("c", empty) {
		t.Error("what is not set and what is empty differ")
	}
	// Runs that waited during an upgrade have fingerprints from before mappings could be read-only.
	if got := project.NewSettingsFingerprint("c", settings()).Target; got != "4226b5141d09fde2f8f3b291b557636a" {
		t.Errorf("the fingerprint is %s", got)
	}
}
