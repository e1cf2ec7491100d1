package gitrepo_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
)

// history is a graph of commits that is drawn, with what must be true of it worked out the slow way.
type history struct {
	commits []gitrepo.Hash
	above   []map[int]bool // for each, those that led to it, and itself
}

func drawHistory(draw *rapid.T, d *fixture) history {
	var h history
	for i := range rapid.IntRange(1, 12).Draw(draw, "commits") {
		parents := map[int]bool{}
		if i > 0 {
			for _, p := range rapid.SliceOfN(rapid.IntRange(0, i-1), 0, 3).Draw(draw, fmt.Sprintf("parents of %d", i)) {
				parents[p] = true
			}
		}
		above := map[int]bool{i: true}
		lines := ""
		for p := range i {
			if parents[p] {
				lines += fmt.Sprintf("parent %s\n", h.commits[p])
				for a := range h.above[p] {
					above[a] = true
				}
			}
		}
		when := rapid.IntRange(1, 5).Draw(draw, fmt.Sprintf("time of %d", i)) // clocks may be wrong
		tree := d.raw(gitrepo.TreeKind, nil)
		h.commits = append(h.commits, d.raw(gitrepo.CommitKind, fmt.Appendf(nil,
			"tree %s\n%sauthor A <a> %d +0000\ncommitter A <a> %d +0000\n\n%d\n", tree, lines, when, when, i)))
		h.above = append(h.above, above)
	}
	return h
}

func (h history) index(of gitrepo.Hash) int {
	for i, c := range h.commits {
		if c == of {
			return i
		}
	}
	return -1
}

// TestLogIsCompleteAndOrdered is a property: the log of a commit is that which led to it, each once, and none before one
// that follows it.
func TestLogIsCompleteAndOrdered(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(draw *rapid.T) {
		d := newFixture(t)
		h := drawHistory(draw, d)
		last := len(h.commits) - 1
		log, err := d.Log(t.Context(), h.commits[last], math.MaxInt)
		if err != nil {
			draw.Fatal(err)
		}
		place := map[int]int{}
		for i, c := range log {
			place[h.index(c.Hash)] = i
		}
		if len(log) != len(h.above[last]) || len(place) != len(log) {
			draw.Fatalf("%d commits, %d of them different, want %d", len(log), len(place), len(h.above[last]))
		}
		for later := range h.above[last] {
			for earlier := range h.above[later] {
				if earlier != later && place[earlier] < place[later] {
					draw.Fatalf("%d stands before %d, which follows it", earlier, later)
				}
			}
		}
		short, err := d.Log(t.Context(), h.commits[last], 2)
		if err != nil || len(short) != min(2, len(log)) || short[0].Hash != log[0].Hash {
			draw.Fatalf("the beginning: %v, %v", short, err)
		}
	})
}

// TestMergeBaseIsABestCommonAncestor is a property: it led to both, and nothing that led to both follows it.
func TestMergeBaseIsABestCommonAncestor(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(draw *rapid.T) {
		d := newFixture(t)
		h := drawHistory(draw, d)
		x := rapid.IntRange(0, len(h.commits)-1).Draw(draw, "x")
		y := rapid.IntRange(0, len(h.commits)-1).Draw(draw, "y")
		base, err := d.MergeBase(t.Context(), h.commits[x], h.commits[y])
		if err != nil {
			draw.Fatal(err)
		}
		again, err := d.MergeBase(t.Context(), h.commits[y], h.commits[x])
		if err != nil || again != base {
			draw.Fatalf("the other way round: %s and %s, %v", base, again, err)
		}
		leads, err := d.IsAncestor(t.Context(), h.commits[x], h.commits[y])
		if err != nil || leads != h.above[y][x] {
			draw.Fatalf("leads: %t, %v", leads, err)
		}
		h.checkBase(draw, h.index(base), h.above[x], h.above[y])
	})
}

// checkBase checks that nothing that is above both is better than what was found.
func (h history) checkBase(draw *rapid.T, found int, x, y map[int]bool) {
	if found >= 0 && (!x[found] || !y[found]) {
		draw.Fatalf("%d is not common", found)
	}
	for c := range h.commits {
		isBetter := found < 0 || c != found && h.above[c][found]
		if x[c] && y[c] && isBetter {
			draw.Fatalf("%d is common and better than %d", c, found)
		}
	}
}

func TestLogOfEmptyRepository(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	if _, err := d.Log(t.Context(), gitrepo.Hash(strings.Repeat("a", 40)), 1); !fault.Is(err, fault.NotFound) {
		t.Errorf("got %v, want not found", err)
	}
	if _, err := d.Resolve(t.Context(), "main"); !fault.Is(err, fault.NotFound) {
		t.Errorf("got %v, want not found", err)
	}
}

// TestCommitWithUnknownParentIsRejected: a parent that is not here, as in a shallow clone, ends the log.
func TestCommitWithUnknownParentIsRejected(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	tree := d.raw(gitrepo.TreeKind, nil)
	lonely := d.raw(gitrepo.CommitKind, fmt.Appendf(nil,
		"tree %s\nparent %s\nauthor A <a> 1 +0000\ncommitter A <a> 1 +0000\n\nm\n", tree, strings.Repeat("a", 40)))
	if log, err := d.Log(t.Context(), lonely, 10); err != nil || len(log) != 1 {
		t.Errorf("got %v, %v", log, err)
	}
}
