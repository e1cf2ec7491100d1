package compiler_test

import (
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/projectgen"
)

// 100 edits without effect keep every fingerprint; 100 edits with an effect change the fingerprints of the node and of
// its descendants, and no other fingerprint.
func TestFingerprintsMoveWithMeaning(t *testing.T) {
	t.Parallel()
	p := projectgen.Generate(projectgen.Typical(5, 120))
	before := compiler.Compile(p.FS(), compiler.Options{})
	counts := map[bool]int{}
	for _, edit := range p.Edits(17, 200) {
		counts[edit.ChangesMeaning]++
		after := before.Edit(with(p, edit.Path, edit.Content), edit.Path)
		var want []string
		if edit.ChangesMeaning {
			want = append(before.Graph.Descendants(edit.NodeID), edit.NodeID)
			slices.Sort(want)
		}
		if got := moved(before, after); !slices.Equal(got, want) {
			t.Errorf("%s in %s: moved %v, want %v", edit.Description, edit.Path, got, want)
		}
	}
	if counts[true] != 100 || counts[false] != 100 {
		t.Errorf("%d edits with and %d without meaning", counts[true], counts[false])
	}
}

// moved returns the ids of the nodes whose fingerprints differ, sorted.
func moved(before, after *compiler.Compilation) []string {
	var ids []string
	for _, n := range before.Nodes() {
		if now, still := after.Node(n.ID); !still || now.Fingerprint != n.Fingerprint {
			ids = append(ids, string(n.ID))
		}
	}
	slices.Sort(ids)
	return ids
}
