package yamldoc_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/yamldoc"
)

// TestNoCommentIsLost inserts comments anywhere into documents. Writing keeps every one, and writing again changes
// nothing.
func TestNoCommentIsLost(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tree := anyTree(3).Draw(t, "tree")
		text, count := withComments(t, string(yamldoc.Write(tree)))
		document := yamldoc.ReadFast(text)
		if document == nil || meaning(document.Root) != meaning(tree) {
			t.Skip("the comments became text, or the document is not plain")
		}
		written := string(document.Bytes())
		for i := range count {
			if mark := fmt.Sprintf("#<%d>", i); !strings.Contains(written, mark) {
				t.Fatalf("the comment %s is lost\nfrom\n%s\nto\n%s", mark, text, written)
			}
		}
		again, err := yamldoc.Read(written)
		if err != nil {
			t.Fatalf("does not read: %v\n%s", err, written)
		}
		if !again.Equal(document) {
			t.Fatalf("the meaning changed\nfrom\n%s\nto\n%s", text, written)
		}
		if second := string(again.Bytes()); second != written {
			t.Fatalf("written first:\n%s\nwritten again:\n%s", written, second)
		}
	})
}

// withComments adds comments above lines, at their ends, and empty lines.
func withComments(t *rapid.T, text string) (commented string, count int) {
	var b strings.Builder
	for line := range strings.Lines(text) {
		switch rapid.IntRange(0, 5).Draw(t, "where") {
		case 0:
			fmt.Fprintf(&b, "%*s#<%d>\n", rapid.IntRange(0, 8).Draw(t, "indent"), "", count)
			count++
		case 1:
			line = fmt.Sprintf("%s #<%d>\n", strings.TrimSuffix(line, "\n"), count)
			count++
		case 2:
			b.WriteString("\n")
		default:
		}
		b.WriteString(line)
	}
	return b.String(), count
}
