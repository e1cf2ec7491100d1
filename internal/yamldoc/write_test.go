package yamldoc_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/yamldoc"
)

// meaning formats the content of a tree, ignoring positions, styles and the order of keys.
func meaning(n *yamldoc.Node) string {
	switch n.Kind {
	case yamldoc.Mapping:
		var parts []string
		for child := range n.Children() {
			parts = append(parts, fmt.Sprintf("%q: %s", child.Key, meaning(child)))
		}
		slices.Sort(parts)
		return "{" + strings.Join(parts, ", ") + "}"
	case yamldoc.Sequence:
		var parts []string
		for child := range n.Children() {
			parts = append(parts, meaning(child))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	default:
		if n.Type() == yamldoc.StringType {
			return fmt.Sprintf("%q", n.Value)
		}
		return fmt.Sprintf("%d:%v", n.Type(), n.Any())
	}
}

// anyTree draws a tree.
func anyTree(depth int) *rapid.Generator[*yamldoc.Node] {
	return rapid.Custom(func(t *rapid.T) *yamldoc.Node {
		kinds := 2
		if depth > 0 {
			kinds = 4
		}
		switch rapid.IntRange(1, kinds).Draw(t, "kind") {
		case 1:
			return yamldoc.Text(anyText().Draw(t, "text"))
		case 2:
			return &yamldoc.Node{Value: rapid.SampledFrom([]string{"1", "true", "null", "~", "", "0x1f", "1.5", "-3", ".inf", "007"}).Draw(t, "plain")}
		case 3:
			n := yamldoc.NewMapping()
			for range rapid.IntRange(0, 4).Draw(t, "entries") {
				n.Set(anyText().Draw(t, "key"), anyTree(depth-1).Draw(t, "value"))
			}
			return n
		default:
			n := yamldoc.NewSequence()
			for range rapid.IntRange(0, 4).Draw(t, "items") {
				n.Append(anyTree(depth-1).Draw(t, "item"))
			}
			return n
		}
	})
}

// anyText draws texts of any characters, and texts of the pieces that are troublesome in YAML.
func anyText() *rapid.Generator[string] {
	pieces := rapid.SampledFrom([]string{
		"a", "b c", " ", "  ", "\n", "\n\n", "\t", "#", " #", ":", ": ", "-", "- ", "'", "\"", "\\", "{", "}", "[", "]", "|", ">", "&", "*", "!", "%", "@", "`", "?",
		"---", "...", "true", "null", "12", "0777", "1e5", "2024-01-31", "yes", "\r", "\u0085", "\u2028", "\ufeff", "\x00", "\x7f", "é", "Ж", "\U0001f600", "<<", "=", "~",
	})
	mixed := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(pieces, 0, 6).Draw(t, "pieces"), "")
	})
	return rapid.OneOf(mixed, rapid.String(), rapid.StringMatching(`[ \ta-c\n]{0,12}`))
}

func TestOutputParsesToTheSameTree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tree := anyTree(3).Draw(t, "tree")
		written := yamldoc.Write(tree)
		again, err := yamldoc.Parse(string(written))
		if err != nil {
			t.Fatalf("does not read: %v\n%s", err, written)
		}
		if got, want := meaning(again), meaning(tree); got != want {
			t.Fatalf("written:\n%s\ngot  %s\nwant %s", written, got, want)
		}
		if second := yamldoc.Write(again); string(second) != string(written) {
			t.Fatalf("written first:\n%s\nwritten again:\n%s", written, second)
		}
		checkLibraryAgrees(t, tree, written)
	})
}

// checkLibraryAgrees parses the output with the library, as any other program would.
func checkLibraryAgrees(t *rapid.T, tree *yamldoc.Node, written []byte) {
	var decoded any
	if err := yaml.Unmarshal(written, &decoded); err != nil {
		t.Fatalf("the library does not read it: %v\n%s", err, written)
	}
	if tree.Kind == yamldoc.Scalar && tree.Type() == yamldoc.StringType && decoded != any(tree.Value) {
		t.Fatalf("the library reads %q as %#v", written, decoded)
	}
}
