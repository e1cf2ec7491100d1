package projectgen

import (
	"fmt"
	"math/rand/v2"
)

// builder builds the model of a project, layer by layer.
type builder struct {
	options  Options
	chance   *rand.Rand
	ids      identities
	entities []entity
	shared   []field
	systems  []string
	layers   [][]*node
	taken    map[string]bool // used names
	counts   map[string]int  // the last number after a name
}

func newBuilder(o Options) *builder {
	chance := rand.New(rand.NewPCG(o.Seed, 0x6d696c6c72616365)) //nolint:gosec // the same every time is the point
	return &builder{
		options: o, chance: chance, ids: identities{chance},
		entities: entities(), shared: sharedFields(), systems: systems(), taken: map[string]bool{}, counts: map[string]int{},
	}
}

// build creates all nodes, upstream first.
func (b *builder) build() []*node {
	var all []*node
	for layer, plan := range planLayers(b.options) {
		made := make([]*node, plan.nodes)
		for i := range made {
			made[i] = b.node(plan.tier, layerPosition{layer: layer, share: float64(i) / float64(plan.nodes)})
			made[i].identifyColumns()
		}
		b.layers = append(b.layers, made)
		all = append(all, made...)
	}
	return all
}

// layerPosition is the position of a node: its layer, and its relative position in the layer between 0 and 1. Nodes
// read nearby nodes, as the parts of a company do, rather than any node.
type layerPosition struct {
	layer int
	share float64
}

func (b *builder) node(t tier, at layerPosition) *node {
	switch t {
	case tierSource:
		return b.source(at)
	case tierStage:
		return b.stage(at)
	case tierMiddle:
		return b.middle(at)
	case tierCore:
		return b.core(at)
	default:
		return b.mart(at)
	}
}

// started returns a node with its identity and its kind of file.
func (b *builder) started(at layerPosition, location, name string) *node {
	return &node{
		id: b.ids.next(), name: b.unique(name), location: location, layer: at.layer,
		isSQL:   b.happens(b.options.SQLShare),
		isHeavy: b.happens(b.options.MacroHeavy),
	}
}

// unique numbers the second and later nodes of one name.
func (b *builder) unique(name string) string {
	free := name
	for b.taken[free] {
		b.counts[name]++
		free = fmt.Sprintf("%s_%02d", name, b.counts[name]+1)
	}
	b.taken[free] = true
	return free
}

func (b *builder) happens(share float64) bool { return b.chance.Float64() < share }

// columnCount varies by half around the average, unless all nodes have the same number.
func (b *builder) columnCount() int {
	if b.options.SameColumns {
		return b.options.Columns
	}
	half := b.options.Columns / 2
	return b.options.Columns - half + b.chance.IntN(2*half+1)
}

// near returns a random node of an earlier layer near the position of the new one.
func (b *builder) near(layer int, share float64) *node {
	nodes := b.layers[layer]
	at := int(share*float64(len(nodes))) + b.chance.IntN(9) - 4
	return nodes[(at+4*len(nodes))%len(nodes)]
}

// pick draws one of a list.
func pick[T any](chance *rand.Rand, list []T) T { return list[chance.IntN(len(list))] }
