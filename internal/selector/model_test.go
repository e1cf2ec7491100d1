package selector_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/graph"
	"github.com/millrace/millrace/internal/selector"
)

// world is a catalog in the simplest form: lists that are searched linearly.
type world struct {
	nodes     []selector.Node
	subgraphs []selector.Subgraph
	edges     []graph.Edge[string]
}

// picked is a set of node ids.
type picked map[string]bool

// question is a selector in a random spelling, with the nodes that the model selects.
type question struct {
	text   string
	answer picked
}

func drawWorld(t *rapid.T) world {
	words := rapid.SampledFrom([]string{"A", "b", "AB", "STG_A", "stg_b", "é", "A B", "*", "", `"`, "x:::1"})
	var w world
	n := rapid.IntRange(0, 12).Draw(t, "nodes")
	for i := range n {
		w.nodes = append(w.nodes, selector.Node{
			ID: fmt.Sprintf("n%d", i), Name: words.Draw(t, "name"), Location: words.Draw(t, "location"),
			NodeTypeID: words.Draw(t, "type"), NodeTypeName: words.Draw(t, "typeName"),
		})
	}
	id := rapid.Map(rapid.IntRange(0, 13), func(i int) string { return fmt.Sprintf("n%d", i) })
	for i := range rapid.IntRange(0, 3).Draw(t, "subgraphs") {
		w.subgraphs = append(w.subgraphs, selector.Subgraph{
			ID: fmt.Sprintf("s%d", i), Name: words.Draw(t, "subgraph"), NodeIDs: rapid.SliceOfN(id, 0, 5).Draw(t, "steps"),
		})
	}
	for range rapid.IntRange(0, 20).Draw(t, "edges") {
		w.edges = append(w.edges, graph.Edge[string]{From: id.Draw(t, "from"), To: id.Draw(t, "to")})
	}
	return w
}

func (w world) catalog() *selector.NodeIndex {
	ids := make([]string, len(w.nodes))
	for i, n := range w.nodes {
		ids[i] = n.ID
	}
	return selector.NewNodeIndex(w.nodes, w.subgraphs, graph.Build(ids, w.edges))
}

func (w world) where(meets func(selector.Node) bool) picked {
	found := picked{}
	for _, n := range w.nodes {
		if meets(n) {
			found[n.ID] = true
		}
	}
	return found
}

// spread follows the edges until no new node is found.
func (w world) spread(from picked, step func(graph.Edge[string]) (near, far string)) picked {
	all := either(from, nil)
	for grown := true; grown; {
		grown = false
		for _, e := range w.edges {
			near, far := step(e)
			if all[near] && !all[far] && w.has(far) {
				all[far], grown = true, true
			}
		}
	}
	return all
}

func (w world) has(id string) bool {
	return slices.ContainsFunc(w.nodes, func(n selector.Node) bool { return n.ID == id })
}

func either(a, b picked) picked {
	all := picked{}
	for _, s := range []picked{a, b} {
		for id := range s {
			all[id] = true
		}
	}
	return all
}

func both(a, b picked) picked {
	all := picked{}
	for id := range a {
		if b[id] {
			all[id] = true
		}
	}
	return all
}

func (w world) drawSelector(t *rapid.T) question {
	q := w.drawIntersection(t)
	for range rapid.IntRange(0, 2).Draw(t, "more") {
		next := w.drawIntersection(t)
		or := rapid.SampledFrom([]string{" OR ", "||", "\nor\t"}).Draw(t, "or")
		q = question{q.text + or + next.text, either(q.answer, next.answer)}
	}
	return q
}

func (w world) drawIntersection(t *rapid.T) question {
	q := w.drawUnit(t)
	for range rapid.IntRange(0, 2).Draw(t, "units") {
		next := w.drawUnit(t)
		q = question{q.text + rapid.SampledFrom([]string{" AND ", "and"}).Draw(t, "and") + next.text, both(q.answer, next.answer)}
	}
	return q
}

func (w world) drawUnit(t *rapid.T) question {
	q := w.drawTerms(t)
	if rapid.IntRange(0, 4).Draw(t, "or inside") == 0 {
		next := w.drawTerms(t)
		q = question{q.text + " || " + next.text, either(q.answer, next.answer)}
	}
	core := q.answer
	q.text = "{" + q.text + "}"
	if rapid.Bool().Draw(t, "upstream") {
		up := w.spread(core, func(e graph.Edge[string]) (string, string) { return e.To, e.From })
		q = question{"+" + q.text, either(q.answer, up)}
	}
	if rapid.Bool().Draw(t, "downstream") {
		down := w.spread(core, func(e graph.Edge[string]) (string, string) { return e.From, e.To })
		q = question{q.text + " +", either(q.answer, down)}
	}
	return q
}

func (w world) drawTerms(t *rapid.T) question {
	if rapid.IntRange(0, 9).Draw(t, "star") == 0 {
		return question{" * ", w.where(func(selector.Node) bool { return true })}
	}
	q := w.drawPair(t)
	for range rapid.IntRange(0, 2).Draw(t, "pairs") {
		next := w.drawPair(t)
		between := rapid.SampledFrom([]string{" ", ",", " , ", " AND ", "\n"}).Draw(t, "between")
		q = question{q.text + between + next.text, both(q.answer, next.answer)}
	}
	return q
}

func (w world) drawPair(t *rapid.T) question {
	value := rapid.StringMatching(`[AaBbSTG_sn0-3é?* :"]{0,4}`).Draw(t, "value")
	fits := naiveGlob(value)
	key := rapid.SampledFrom([]string{"name", "Location", "NODETYPE", "nodeid", "subgraph"}).Draw(t, "key")
	answer := w.where(func(n selector.Node) bool {
		switch key {
		case "name":
			return fits(n.Name)
		case "Location":
			return fits(n.Location)
		case "NODETYPE":
			_, inPackage, found := strings.Cut(n.NodeTypeID, ":::")
			return fits(n.NodeTypeName) || fits(n.NodeTypeID) || (found && fits(inPackage))
		case "nodeid":
			return fits(n.ID)
		default:
			return slices.ContainsFunc(w.subgraphs, func(s selector.Subgraph) bool {
				return (fits(s.Name) || fits(s.ID)) && slices.Contains(s.NodeIDs, n.ID)
			})
		}
	})
	return question{key + ": '" + value + "'", answer}
}

func naiveGlob(value string) func(string) bool {
	expression := strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(value))
	return regexp.MustCompile("(?is)^" + expression + "$").MatchString
}

func TestResolveEqualsTheNaiveModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		q := w.drawSelector(t)
		want := make([]string, 0, len(q.answer))
		for id := range q.answer {
			want = append(want, id)
		}
		slices.Sort(want)
		s, _, err := selector.Parse(q.text)
		if err != nil {
			t.Fatalf("Parse(%q): %v", q.text, err)
		}
		again, _, err := selector.Parse(s.String())
		if err != nil {
			t.Fatalf("Parse(%q): %v", s, err)
		}
		for _, spelling := range []selector.Selector{s, again} {
			got, err := spelling.Resolve(w.catalog())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got.IDs); diff != "" {
				t.Fatalf("%q picks (-want +got):\n%s", q.text, diff)
			}
		}
	})
}
