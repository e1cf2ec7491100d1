package sqltext_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/sqltext"
)

// TestReaderForManyTexts reads all texts with one Reader, which uses its memory again. A NodeText stays as it was; a query is
// compared before the next one is read.
func TestReaderForManyTexts(t *testing.T) {
	t.Parallel()
	var shared sqltext.Reader
	var nodes, want []*sqltext.NodeText
	for _, text := range seeds(t) {
		node, _ := shared.ReadNode(text)
		alone, _ := sqltext.ReadNode(text)
		nodes, want = append(nodes, node), append(want, alone)
		query, err := shared.ReadNodeQuery(text, node)
		other, otherErr := new(sqltext.Reader).ReadNodeQuery(text, alone)
		if diff := cmp.Diff(other, query); diff != "" || (err == nil) != (otherErr == nil) {
			t.Fatalf("%s\n%v, %v\n%s", text, otherErr, err, diff)
		}
		expression, err := shared.ReadExpression(text)
		otherExpression, otherErr := sqltext.ReadExpression(text)
		if diff := cmp.Diff(otherExpression, expression); diff != "" || (err == nil) != (otherErr == nil) {
			t.Fatalf("%s\n%v, %v\n%s", text, otherErr, err, diff)
		}
	}
	if diff := cmp.Diff(want, nodes); diff != "" {
		t.Error(diff)
	}
}
