package selector_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/graph"
	"github.com/millrace/millrace/internal/selector"
)

// warehouse returns a catalog of many nodes in ten layers; each node reads from two of the layer before it.
func warehouse(n int) *selector.NodeIndex {
	types := []string{"Source", "Stage", "Dimension", "Fact", "View"}
	prefixes := []string{"SRC", "STG", "DIM", "FCT", "V"}
	nodes := make([]selector.Node, n)
	ids := make([]string, n)
	var all []graph.Edge[string]
	width := max(n/10, 1)
	for i := range nodes {
		ids[i] = fmt.Sprintf("%08d-node", i)
		layer, kind := i/width, i%len(types)
		nodes[i] = selector.Node{
			ID: ids[i], Name: fmt.Sprintf("%s_CUSTOMER_ORDERS_%d", prefixes[kind], i), Location: fmt.Sprintf("LOC_%d", layer),
			NodeTypeID: fmt.Sprintf("base:::%d", kind), NodeTypeName: types[kind],
		}
		if layer > 0 {
			above := (layer - 1) * width
			all = append(all, graph.Edge[string]{From: ids[above+i%width], To: ids[i]}, graph.Edge[string]{From: ids[above+(i*7)%width], To: ids[i]})
		}
	}
	return selector.NewNodeIndex(nodes, nil, graph.Build(ids, all))
}

const busySelector = "+{ location:LOC_4 name:STG_* }+ OR {nodeType:Dimension}"

func TestResolveLargeCatalog(t *testing.T) {
	t.Parallel()
	c := warehouse(10_000)
	got, _, err := selector.Pick(c, busySelector, "{location:LOC_0}")
	if err != nil {
		t.Fatal(err)
	}
	if len(got.IDs) < 3_000 || len(got.IDs) > 9_000 || len(got.Warnings) > 0 {
		t.Errorf("picks %d nodes with warnings %v", len(got.IDs), got.Warnings)
	}
	list := strings.Repeat("+{DIM_CUSTOMER_ORDERS_9002} || ", 1_999) + "+{DIM_CUSTOMER_ORDERS_9002}"
	if got, _, err = selector.Pick(c, list, ""); err != nil || len(got.IDs) < 10 {
		t.Errorf("a list of 2,000 picks %d nodes, %v", len(got.IDs), err)
	}
}

func BenchmarkResolve(b *testing.B) {
	c := warehouse(10_000)
	for name, text := range map[string]string{
		"busy": busySelector,
		"name": "{STG_CUSTOMER_ORDERS_5001}",
		"glob": "{*ORDERS*1}",
		"list": strings.Repeat("+{DIM_CUSTOMER_ORDERS_9002} || ", 1_999) + "{A}",
	} {
		s, _, err := selector.Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Resolve(c); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		if _, _, err := selector.Parse(busySelector); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNewCatalog(b *testing.B) {
	for b.Loop() {
		warehouse(10_000)
	}
}
