package diagnostic_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/diagnostic"
)

func TestSortOrdersByPositionAndDropsDuplicates(t *testing.T) {
	t.Parallel()
	at := func(file string, line, column int32) diagnostic.Diagnostic {
		return diagnostic.Diagnostic{Severity: diagnostic.Error, Message: "m"}.At(file, diagnostic.Position{Line: line, Column: column})
	}
	got := diagnostic.Sort([]diagnostic.Diagnostic{at("b", 1, 1), at("a", 2, 1), at("a", 1, 9), at("a", 1, 2), at("a", 2, 1)})
	want := []diagnostic.Diagnostic{at("a", 1, 2), at("a", 1, 9), at("a", 2, 1), at("b", 1, 1)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestStringHasTheFormatThatEditorsParse(t *testing.T) {
	t.Parallel()
	d := diagnostic.Diagnostic{Code: diagnostic.Cycle, Severity: diagnostic.Error, Message: "a → a"}
	for want, got := range map[string]string{
		"nodes/A-B.yml:3:7: error: a → a [cycle]": d.At("nodes/A-B.yml", diagnostic.Position{Line: 3, Column: 7}).String(),
		"nodes/A-B.yml: error: a → a [cycle]":     d.At("nodes/A-B.yml", diagnostic.Position{}).String(),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestCountAndHasErrors(t *testing.T) {
	t.Parallel()
	list := []diagnostic.Diagnostic{{Severity: diagnostic.Warning}, {Severity: diagnostic.Error}, {Severity: diagnostic.Warning}}
	if errors, warnings := diagnostic.Count(list); errors != 1 || warnings != 2 {
		t.Errorf("got %d errors and %d warnings", errors, warnings)
	}
	if !diagnostic.HasErrors(list) || diagnostic.HasErrors(list[:1]) {
		t.Error("only a list with an error has errors")
	}
}

func TestPositionInsideAText(t *testing.T) {
	t.Parallel()
	start := diagnostic.Position{Line: 10, Column: 5}
	const text = "FROM a\nJOIN é b"
	for offset, want := range map[int]diagnostic.Position{
		0:    {Line: 10, Column: 5},
		5:    {Line: 10, Column: 10},
		7:    {Line: 11, Column: 5},
		15:   {Line: 11, Column: 12}, // é is two bytes and one character
		-4:   {Line: 10, Column: 5},
		9999: {Line: 11, Column: 13},
	} {
		if got := start.Inside(text, offset); got != want {
			t.Errorf("offset %d: got %v, want %v", offset, got, want)
		}
	}
}

func TestOnlyNearestReturnsNothingWhereAChoiceIsLeft(t *testing.T) {
	t.Parallel()
	known := []string{"order_id", "product_id", "name1", "name2"}
	for word, want := range map[string]string{"ordr_id": "order_id", "name": "", "total": ""} {
		if got, ok := diagnostic.OnlyNearest(word, known); got != want || ok != (want != "") {
			t.Errorf("%s: got %q, want %q", word, got, want)
		}
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	known := []string{"location", "nodeType", "name"}
	for word, want := range map[string]string{"locaton": "location", "nodetype": "nodeType", "nam": "name", "xyzzy": "", "": ""} {
		got, ok := diagnostic.Nearest(word, known)
		if got != want || ok != (want != "") {
			t.Errorf("%q: got %q, want %q", word, got, want)
		}
	}
}
