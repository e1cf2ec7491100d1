package selector_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/graph"
	"github.com/millrace/millrace/internal/selector"
)

// shop returns a small project:
//
//	s1 → t1 → d1 → f1
//	s2 → t2 ──────→ f1 → v1
//	t1 ───────────→ f1      s3 stands alone
func shop() *selector.NodeIndex {
	nodes := []selector.Node{
		{ID: "s1", Name: "CUSTOMER", Location: "SRC", NodeTypeID: "Source", NodeTypeName: "Source"},
		{ID: "s2", Name: "ORDERS", Location: "SRC", NodeTypeID: "Source", NodeTypeName: "Source"},
		{ID: "s3", Name: "Straße", Location: "my place", NodeTypeID: "Source", NodeTypeName: "Source"},
		{ID: "t1", Name: "STG_CUSTOMER", Location: "WORK", NodeTypeID: "base:::12", NodeTypeName: "Stage"},
		{ID: "t2", Name: "STG_ORDERS", Location: "WORK", NodeTypeID: "base:::12", NodeTypeName: "Stage"},
		{ID: "d1", Name: "DIM_CUSTOMER", Location: "MART", NodeTypeID: "37", NodeTypeName: "Dimension"},
		{ID: "f1", Name: "FCT*ORDERS", Location: "MART", NodeTypeID: "38", NodeTypeName: "Fact"},
		{ID: "v1", Name: "ORDERS", Location: "MART", NodeTypeID: "39", NodeTypeName: "View"},
	}
	subgraphs := []selector.Subgraph{
		{ID: "7", Name: "Daily", NodeIDs: []string{"t1", "d1", "gone"}},
		{ID: "8", Name: "Nightly", NodeIDs: []string{"t2"}},
		{ID: "9", Name: "Old", NodeIDs: []string{"gone"}},
	}
	ids := []string{"s1", "s2", "t1", "t2", "d1", "f1", "v1"}
	return selector.NewNodeIndex(nodes, subgraphs, graph.Build(ids, edges("s1 t1", "s2 t2", "t1 d1", "t1 f1", "t2 f1", "d1 f1", "f1 v1")))
}

func edges(pairs ...string) []graph.Edge[string] {
	var all []graph.Edge[string]
	for _, pair := range pairs {
		from, to, _ := strings.Cut(pair, " ")
		all = append(all, graph.Edge[string]{From: from, To: to})
	}
	return all
}

func TestResolve(t *testing.T) {
	t.Parallel()
	c := shop()
	for text, want := range map[string]string{
		"":                                     "d1 f1 s1 s2 s3 t1 t2 v1",
		"{*}":                                  "d1 f1 s1 s2 s3 t1 t2 v1",
		"{CUSTOMER}":                           "s1",
		"{customer}":                           "s1",
		"{name:ORDERS}":                        "s2 v1",
		"{ORDERS} AND {nodeType:View}":         "v1",
		"{name:ORDERS location:SRC}":           "s2",
		"{name:ORDERS, location:src}":          "s2",
		"{*ORDERS}":                            "f1 s2 t2 v1",
		"{STG_*}":                              "t1 t2",
		"{stg_?rders}":                         "t2",
		"{*_*}":                                "d1 t1 t2",
		"{name:*}":                             "d1 f1 s1 s2 s3 t1 t2 v1",
		`{name:"FCT\*ORDERS"}`:                 "f1",
		`{name:"?CT?ORDERS"}`:                  "f1",
		"{STRASSE}":                            "", // simple folding does not map one letter to two
		"{STRAßE}":                             "s3",
		"{STRAẞE}":                             "s3",
		"{s?raẞe}":                             "s3",
		`{location:"MY PLACE"}`:                "s3",
		"{location:*R*}":                       "d1 f1 s1 s2 t1 t2 v1",
		"{nodeType:stage}":                     "t1 t2",
		"{nodeType:base:::12}":                 "t1 t2",
		"{nodeType:12}":                        "t1 t2",
		"{nodeType:base:::*}":                  "t1 t2",
		"{nodeType:Dimension}":                 "d1",
		"{nodeType:37}":                        "d1",
		"{nodeType:base}":                      "",
		"{nodeID:T1}":                          "t1",
		"{nodeID:?1}":                          "d1 f1 s1 t1 v1",
		"{subgraph:daily}":                     "d1 t1",
		"{subgraph:7}":                         "d1 t1",
		"{subgraph:*ly}":                       "d1 t1 t2",
		"{subgraph:daily location:WORK}":       "t1",
		"{subgraph:Old}":                       "",
		"+{t}":                                 "",
		"+{DIM_CUSTOMER}":                      "d1 s1 t1",
		"{DIM_CUSTOMER}+":                      "d1 f1 v1",
		"+{DIM_CUSTOMER}+":                     "d1 f1 s1 t1 v1",
		"+{nodeType:Fact}":                     "d1 f1 s1 s2 t1 t2",
		"{location:SRC}+":                      "d1 f1 s1 s2 t1 t2 v1",
		"+{STG_CUSTOMER} OR {STG_ORDERS}+":     "f1 s1 t1 t2 v1",
		"+{STG_CUSTOMER} OR +{STG_ORDERS}":     "s1 s2 t1 t2",
		"{STG_CUSTOMER}+ AND {STG_ORDERS}+":    "f1 v1",
		"+{STG_CUSTOMER} AND +{STG_ORDERS}":    "",
		"{STG_CUSTOMER}+ AND +{nodeType:Fact}": "d1 f1 t1",
		"+{STG_CUSTOMER}+ AND {location:SRC}":  "s1",
		"{CUSTOMER} OR {ORDERS} AND {nodeType:View}":           "s1 v1",
		"{CUSTOMER} AND {nodeType:View} OR {ORDERS}":           "s2 v1",
		"{CUSTOMER} OR {ORDERS} AND {nodeType:View} || {DIM*}": "d1 s1 v1",
		"{CUSTOMER || DIM_CUSTOMER}":                           "d1 s1",
		"+{STG_CUSTOMER || STG_ORDERS}":                        "s1 s2 t1 t2",
		"{name:ORDERS location:SRC OR nodeType:View} AND {*}":  "s2 v1",
		"{location:SRC} AND {location:MART}":                   "",
	} {
		s, _, err := selector.Parse(text)
		if err != nil {
			t.Errorf("Parse(%q): %v", text, err)
			continue
		}
		got, err := s.Resolve(c)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if diff := cmp.Diff(want, strings.Join(got.IDs, " ")); diff != "" {
			t.Errorf("%q picks (-want +got):\n%s", text, diff)
		}
	}
}

func TestResolveWarnings(t *testing.T) {
	t.Parallel()
	c := shop()
	for text, want := range map[string][]selector.Warning{
		"{CUSTOMER}":            nil,
		"{NOBODY}":              {{Text: "no node has name: NOBODY", Offset: 1}},
		"{ location: NOWHERE }": {{Text: "no node has location: NOWHERE", Offset: 2}},
		"{A} OR {CUSTOMER} OR {nodeType:Q*}": {
			{Text: "no node has name: A", Offset: 1},
			{Text: "no node has nodeType: Q*", Offset: 22},
		},
		"{subgraph:Weekly}":             {{Text: "there is no subgraph: Weekly", Offset: 1}},
		"{subgraph:Old}":                {{Text: "none of the nodes of subgraph: Old exists", Offset: 1}},
		"{name:CUSTOMER nodeType:Fact}": {{Text: "no node matches name: CUSTOMER and nodeType: Fact together", Offset: 1}},
		"{name:A nodeType:Fact}":        {{Text: "no node has name: A", Offset: 1}},
		"+{A}+ AND {B}":                 {{Text: "no node has name: A", Offset: 2}, {Text: "no node has name: B", Offset: 11}},
	} {
		s, _, err := selector.Parse(text)
		if err != nil {
			t.Errorf("Parse(%q): %v", text, err)
			continue
		}
		got, err := s.Resolve(c)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if diff := cmp.Diff(want, got.Warnings); diff != "" {
			t.Errorf("%q warns (-want +got):\n%s", text, diff)
		}
	}
}

func TestResolveWithoutCatalog(t *testing.T) {
	t.Parallel()
	if _, err := (selector.Selector{}).Resolve(nil); !fault.Is(err, fault.Internal) {
		t.Errorf("got %v, want an internal fault", err)
	}
	if _, _, err := selector.Pick(nil, "", ""); !fault.Is(err, fault.Internal) {
		t.Errorf("got %v, want an internal fault", err)
	}
}

func TestEmptyCatalogWarnsOfTheStar(t *testing.T) {
	t.Parallel()
	got, _, err := selector.Pick(selector.NewNodeIndex(nil, nil, nil), "{*}", "")
	if err != nil || len(got.IDs) != 0 || len(got.Warnings) != 1 {
		t.Errorf("got %+v, %v", got, err)
	}
}

// Paths lead through nodes that are only in the graph, but these nodes are never selected.
func TestNodesOnlyInTheGraphAreNotPicked(t *testing.T) {
	t.Parallel()
	nodes := []selector.Node{{ID: "a", Name: "A"}, {ID: "c", Name: "C"}, {ID: "d", Name: "D"}}
	g := graph.Build([]string{"a", "b", "c"}, edges("a b", "b c"))
	c := selector.NewNodeIndex(nodes, []selector.Subgraph{{Name: "S", NodeIDs: []string{"a", "b"}}}, g)
	for text, want := range map[string]string{
		"+{C}":         "a c",
		"{A}+":         "a c",
		"{*}":          "a c d",
		"":             "a c d",
		"{subgraph:S}": "a",
		"+{D}+":        "d",
	} {
		got, _, err := selector.Pick(c, text, "")
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if ids := strings.Join(got.IDs, " "); ids != want {
			t.Errorf("%q picks %q, want %q", text, ids, want)
		}
	}
}

// A pattern that makes a naive matcher backtrack is matched quickly.
func TestHostileGlobs(t *testing.T) {
	t.Parallel()
	c := selector.NewNodeIndex([]selector.Node{{ID: "1", Name: strings.Repeat("a", 5_000)}}, nil, nil)
	for text, want := range map[string]int{
		"{" + strings.Repeat("a*", 2_000) + "b}":  0,
		"{" + strings.Repeat("*a", 2_000) + "}":   1,
		"{" + strings.Repeat("*?", 5_000) + "}":   1,
		"{" + strings.Repeat("*?", 5_001) + "}":   0,
		"{*" + strings.Repeat("a", 4_000) + "b*}": 0,
		"{a**a}": 1,
	} {
		got, _, err := selector.Pick(c, text, "")
		if err != nil || len(got.IDs) != want {
			t.Errorf("%.20s… picks %d nodes, %v; want %d", text, len(got.IDs), err, want)
		}
	}
}
