package nodetype_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/transform"
)

// Type names that nodes of public projects use must be in the library.
func TestLibraryHasEveryWord(t *testing.T) {
	t.Parallel()
	catalog := nodetype.NewCatalog(nil, "")
	for word, kinds := range map[transform.NodeTypeID][]transform.Kind{
		"Source":          {transform.YAMLNode},
		"Stage":           {transform.YAMLNode, transform.SQLNode},
		"persistentStage": {transform.YAMLNode},
		"Dimension":       {transform.YAMLNode, transform.SQLNode},
		"Fact":            {transform.YAMLNode, transform.SQLNode},
		"View":            {transform.YAMLNode, transform.SQLNode},
		"Incremental":     {transform.SQLNode},
		"Snapshot":        {transform.SQLNode},
		"Seed":            {transform.YAMLNode},
	} {
		for _, kind := range kinds {
			found, ok := catalog.Lookup(word, kind)
			if !ok || !found.Serves(kind) || !found.IsBuiltIn {
				t.Errorf("%s for a %s node: %v", word, kind, found)
			}
		}
	}
}

func TestLibraryIsComplete(t *testing.T) {
	t.Parallel()
	if nodetype.Prelude() == "" {
		t.Error("the macros are missing")
	}
	for _, kind := range nodetype.Library() {
		spec, found := nodetype.ParseSpec(kind.SpecText)
		if found != nil {
			t.Errorf("%s: %+v", kind.ID, found)
		}
		if spec.Capitalized == "" || spec.Short == "" || spec.Plural == "" || spec.TagColor == "" {
			t.Errorf("%s has no names: %+v", kind.ID, spec)
		}
		if kind.Run == "" || kind.Create == "" && kind.ID != "Source" {
			t.Errorf("%s has no templates", kind.ID)
		}
		if (kind.Version == 2) != (len(spec.NodeAnnotations) > 0) {
			t.Errorf("%s, version %d, has %d annotations", kind.ID, kind.Version, len(spec.NodeAnnotations))
		}
		checkConditions(t, kind)
	}
}

// checkConditions evaluates every condition of a panel with the variables that it may name.
func checkConditions(t *testing.T, kind *transform.NodeType) {
	t.Helper()
	panel := nodetype.NewPanel(&kind.Spec)
	if _, problems := panel.Elements(panelVariables("table")); problems != nil {
		t.Errorf("%s: %+v", kind.ID, problems)
	}
}

// Templates query the capabilities of an engine, never its name.
func TestTemplatesNameNoEngine(t *testing.T) {
	t.Parallel()
	texts := map[string]string{"macros": nodetype.Prelude()}
	for _, kind := range nodetype.Library() {
		texts[kind.CreateFile], texts[kind.RunFile] = kind.Create, kind.Run
	}
	for name, text := range texts {
		text = strings.ReplaceAll(text, "dialect.names(", "")
		for _, word := range []string{"dialect.name", "duckdb", "postgres", "snowflake", "trino"} {
			if strings.Contains(strings.ToLower(text), word) {
				t.Errorf("%s mentions %s", name, word)
			}
		}
	}
}
