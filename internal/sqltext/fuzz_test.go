package sqltext_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/sqltext"
)

// wantSoundNode checks the invariants of ReadNode for any text.
func wantSoundNode(t rapid.TB, text string) {
	t.Helper()
	node, problems := sqltext.ReadNode(text)
	for _, p := range problems {
		wantInside(t, text, p.Range)
		if p.Code == "" || p.Message == "" || p.Hint == "" {
			t.Fatalf("%q: problem %+v has no code, message or hint", text, p)
		}
	}
	wantInside(t, text, node.Body)
	wantInside(t, text, node.With)
	wantSoundColumns(t, text, node.NodeSelect)
	for _, union := range node.Unions {
		wantSoundColumns(t, text, union.NodeSelect)
	}
	wantSoundAnnotations(t, text, node.Annotations)
	for _, ref := range node.Refs {
		wantInside(t, text, ref.Range)
		wantInside(t, text, ref.Call)
	}
	if len(problems) == 0 && node.Opaque == "" {
		wantSameWithoutAnnotations(t, node)
	}
	wantSameQuery(t, text, node)
}

// wantSameQuery compares the query of the node with the query of its text with spaces in place of the annotations.
func wantSameQuery(t rapid.TB, text string, node *sqltext.NodeText) {
	t.Helper()
	blank := []byte(text)
	hide := func(annotations []sqltext.Annotation) {
		for _, a := range annotations {
			for i := a.Range.Start; i < a.Range.End; i++ {
				if blank[i] != '\n' {
					blank[i] = ' '
				}
			}
		}
	}
	hide(node.Annotations)
	for _, part := range append([]sqltext.NodeUnion{{NodeSelect: node.NodeSelect}}, node.Unions...) {
		for _, column := range part.Columns {
			hide(column.Annotations)
		}
	}
	want, wantErr := sqltext.ReadQuery(string(blank))
	got, err := new(sqltext.Reader).ReadNodeQuery(text, node)
	if diff := cmp.Diff(want, got); diff != "" || (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
		t.Fatalf("%q: errors %v and %v, queries (-want +got):\n%s", text, wantErr, err, diff)
	}
}

// wantSameWithoutAnnotations reads the body again: it contains no annotations and has the same columns.
func wantSameWithoutAnnotations(t rapid.TB, node *sqltext.NodeText) {
	t.Helper()
	again, problems := sqltext.ReadNode(node.BodyWithoutAnnotations)
	if len(problems) > 0 || len(again.Annotations) > 0 || len(again.Columns) != len(node.Columns) || again.Opaque != "" {
		t.Fatalf("without annotations %q reads as %+v with %+v", node.BodyWithoutAnnotations, again, problems)
	}
	for i, column := range again.Columns {
		if column.Name != node.Columns[i].Name || column.Expression != node.Columns[i].Expression || len(column.Annotations) > 0 {
			t.Fatalf("without annotations column %d is %+v, was %+v", i, column, node.Columns[i])
		}
	}
}

func wantSoundColumns(t rapid.TB, text string, s sqltext.NodeSelect) {
	t.Helper()
	wantInside(t, text, s.Range)
	for _, column := range s.Columns {
		wantInside(t, text, column.Range)
		wantSoundAnnotations(t, text, column.Annotations)
	}
}

func wantSoundAnnotations(t rapid.TB, text string, annotations []sqltext.Annotation) {
	t.Helper()
	for _, a := range annotations {
		wantInside(t, text, a.Range)
		if !strings.HasPrefix(a.Range.Of(text), "@"+a.Name) {
			t.Fatalf("%q: the range of annotation %s contains %q", text, a.Name, a.Range.Of(text))
		}
		for _, argument := range a.Arguments {
			wantInside(t, text, argument.Range)
		}
	}
}

func wantInside(t rapid.TB, text string, r sqltext.Range) {
	t.Helper()
	if r.Start < 0 || r.End < r.Start || r.End > len(text) {
		t.Fatalf("range %+v does not fit %q", r, text)
	}
}

// wantSoundQuery checks the invariants of ReadQuery for any text that is a query.
func wantSoundQuery(t rapid.TB, text string) {
	t.Helper()
	query, err := sqltext.ReadQuery(text)
	if err != nil {
		return
	}
	w := newOurWalk()
	w.query(query)
	wantInside(t, text, query.Range)
	for _, branch := range query.Branches {
		if (branch.Select == nil) == (branch.Query == nil) {
			t.Fatalf("%q: branch %+v must have either a Select or a Query", text, branch)
		}
		if branch.Select != nil {
			wantSoundSelect(t, text, branch.Select)
		}
	}
	wantSameInCanonicalForm(t, text, w)
}

func wantSoundSelect(t rapid.TB, text string, s *sqltext.Select) {
	t.Helper()
	for _, item := range s.Items {
		wantInside(t, text, item.Range)
		wantInside(t, text, item.Expr.Range)
		if item.Expr.Text != item.Expr.Range.Of(text) {
			t.Fatalf("%q: expression %q has the range of %q", text, item.Expr.Text, item.Expr.Range.Of(text))
		}
		for _, column := range item.Expr.Columns {
			wantInside(t, text, column.Range)
		}
	}
}

// wantSameInCanonicalForm checks that white space and comments do not change columns and relations.
func wantSameInCanonicalForm(t rapid.TB, text string, w ourWalk) {
	t.Helper()
	if strings.ContainsAny(text, "@#%") && strings.ContainsAny(text, "{@") || strings.Contains(text, "{{") {
		return // Jinja names and stage paths are kept as written
	}
	canonical := sqltext.Canonical(text)
	query, err := sqltext.ReadQuery(canonical)
	if err != nil {
		t.Fatalf("%q is a query, its canonical form %q is not: %v", text, canonical, err)
	}
	again := newOurWalk()
	again.query(query)
	if !slices.Equal(sorted(w.columns), sorted(again.columns)) || !slices.Equal(sorted(w.relations), sorted(again.relations)) {
		t.Fatalf("%q names %v of %v, its canonical form %v of %v", text, w.columns, w.relations, again.columns, again.relations)
	}
}

func TestReadersAcceptAnyText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := sqlText().Draw(t, "text")
		wantSoundNode(t, text)
		wantSoundQuery(t, text)
		wantSoundQuery(t, "SELECT "+text)
		_, _ = sqltext.ReadExpression(text)
	})
}

func FuzzReadNode(f *testing.F) {
	for _, seed := range seeds(f) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) { wantSoundNode(t, text) })
}

func FuzzReadQuery(f *testing.F) {
	for _, seed := range seeds(f) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) { wantSoundQuery(t, text) })
}
