package lineage_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/transform"
)

func TestTree(t *testing.T) {
	t.Parallel()
	x := chain()
	shown := lineage.Reach{Uses: lineage.UsesShown}
	cases := []struct {
		title string
		trace lineage.Trace
		want  string
	}{
		{"up", x.Upstream(at("joined", "label"), lineage.Reach{}), `
joined.label
  clean.code transform
    raw.code transform
  lookup.text transform`},
		{"up with uses", x.Upstream(at("joined", "key"), shown), `
joined.key
  clean.id passThrough
    raw.id passThrough
    raw.junk filter
  clean.code join
  lookup.code join`},
		{"whole node up", x.Upstream(at("joined", ""), shown), `
joined.
  clean.code join
    raw.code transform
    raw.junk filter
  lookup.code join
  joined.key
    clean.id passThrough
      raw.id passThrough
  joined.label
    clean.code transform (repeat)
    lookup.text transform`},
		{"down through a filter", x.Downstream(at("raw", "junk"), lineage.Reach{Uses: lineage.UsesFollowed}), `
raw.junk
  clean. filter
    clean.code
      joined. join
      joined.label transform
    clean.id
      joined.key passThrough`},
		{"nothing", x.Upstream(at("nobody", "x"), shown), `
nobody.x`},
	}
	for _, c := range cases {
		t.Run(c.title, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(strings.TrimSpace(c.want), strings.TrimSpace(printBranch(c.trace.Tree(), ""))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func printBranch(b lineage.Branch, indent string) string {
	line := fmt.Sprintf("%s%s.%s", indent, b.Endpoint.Node, b.Endpoint.Column)
	if b.Use != nil {
		line += " " + b.Use.String()
	}
	if b.IsRepeat {
		line += " (repeat)"
	}
	if b.HasMore {
		line += " (more)"
	}
	line += "\n"
	for _, branch := range b.Branches {
		line += printBranch(branch, indent+"  ")
	}
	return line
}

func TestADeepTreeEnds(t *testing.T) {
	t.Parallel()
	var b lineage.Builder
	for i := range 1000 {
		node := transform.NodeID(fmt.Sprint(i))
		b.Add(node, lineage.NodeLineage{Columns: []lineage.ColumnLineage{from("x", in(fmt.Sprint(i+1), "x", lineage.PassThrough))}})
	}
	trace := b.Build().Upstream(at("0", "x"), lineage.Reach{})
	if len(trace.Steps) != 1000 {
		t.Errorf("%d steps", len(trace.Steps))
	}
	text := printBranch(trace.Tree(), "")
	if lines := strings.Count(text, "\n"); lines != 201 || !strings.Contains(text, "(more)") {
		t.Errorf("the tree has %d lines", lines)
	}
}
