package projectgen

import (
	"slices"
	"strings"
)

// source adds a table that other systems write: a source, or one time in ten a seed.
func (b *builder) source(at layerPosition) *node {
	e := pick(b.chance, b.entities)
	n := b.started(at, locationRaw, pick(b.chance, b.systems)+"_"+e.name)
	n.isSQL, n.isHeavy, n.entity = false, false, &e
	n.form, n.nodeType = formSource, typeSource
	n.description = "The " + words(e.name) + " as the source system has them."
	n.columns = b.sourceColumns(&e)
	if b.happens(0.1) {
		n.form, n.nodeType = formSeed, typeSeed
		n.config = []setting{{"file", n.seedPath()}}
	}
	return n
}

func (b *builder) sourceColumns(e *entity) []*column {
	columns := []*column{b.column(field{e.key, "BIGINT", "Identifies the " + words(e.single) + ".", isKey})}
	for _, f := range e.fields {
		columns = append(columns, b.column(f))
	}
	for _, i := range b.chance.Perm(len(b.shared)) {
		if len(columns) >= b.columnCount() {
			break
		}
		columns = append(columns, b.column(b.shared[i]))
	}
	return columns
}

// stage cleans one source.
func (b *builder) stage(at layerPosition) *node {
	read := b.near(at.layer-1, at.share)
	n := b.started(at, locationStage, "STG_"+read.name)
	n.form, n.nodeType, n.entity = formPlain, typeStage, read.entity
	n.description = "The " + words(read.entity.name) + ", cleaned."
	n.groups = []group{{reads: []*node{read}}}
	b.fill(n)
	if live := find(read, "IS_DELETED"); live != nil && b.happens(0.5) {
		n.groups[0].where = "NOT COALESCE(" + origin{read, live}.sql() + ", FALSE)"
	}
	return n
}

// middle joins or unites nodes of lower layers.
func (b *builder) middle(at layerPosition) *node {
	left := b.near(at.layer-1, at.share)
	if other := b.sameEntity(left, at); other != nil && b.happens(0.2) {
		return b.union(at, left, other)
	}
	n := b.started(at, locationStage, "INT_"+left.entity.name)
	n.nodeType = typeStage
	b.join(n, left, at)
	if n.isSQL && b.happens(0.3) {
		n.form = formCTE
	}
	n.description = "The " + words(left.entity.name) + " with what belongs to them."
	b.fill(n)
	if b.happens(0.25) {
		b.rank(n)
	}
	return n
}

// core adds a dimension for master data, and a fact for transactions.
func (b *builder) core(at layerPosition) *node {
	left := b.near(at.layer-1, at.share)
	prefix, nodeType := "DIM_", typeDimension
	if left.entity.isFact {
		prefix, nodeType = "FCT_", typeFact
	}
	n := b.started(at, locationCore, prefix+left.entity.name)
	n.nodeType = nodeType
	b.join(n, left, at)
	n.description = "One row for each " + words(left.entity.single) + "."
	b.fill(n)
	b.makeHistory(n)
	return n
}

// mart adds a table or a view that no other node reads.
func (b *builder) mart(at layerPosition) *node {
	left := b.near(at.layer-1, at.share)
	n := b.started(at, locationMart, pick(b.chance, []string{"V_", "RPT_", "KPI_"})+left.entity.name)
	n.nodeType = typeView
	n.description = "What people ask about " + words(left.entity.name) + "."
	b.join(n, left, at)
	if n.isSQL {
		n.form = pick(b.chance, []form{formJoin, formStar, formCTE, formSummary})
	}
	switch n.form {
	case formStar:
		b.copyAll(n, left)
	case formSummary:
		b.summarize(n)
	default:
		b.fill(n)
		b.rank(n)
	}
	return n
}

// join chooses what a node reads: one table, or up to three that fit together.
func (b *builder) join(n, left *node, at layerPosition) {
	n.form, n.entity = formJoin, left.entity
	g := group{reads: []*node{left}}
	for range 1 + b.chance.IntN(2) {
		right := b.near(1+b.chance.IntN(at.layer-1), at.share)
		if !slices.Contains(g.reads, right) {
			g.reads = append(g.reads, right)
			g.on = append(g.on, b.condition(left, right))
		}
	}
	n.groups = []group{g}
}

// condition joins by a column of the left side that names the right one, or by the keys.
func (b *builder) condition(left, right *node) string {
	leftColumn := left.key()
	if named := find(left, right.entity.key); named != nil {
		leftColumn = named
	}
	return origin{left, leftColumn}.sql() + " = " + origin{right, right.key()}.sql()
}

func (b *builder) union(at layerPosition, left, other *node) *node {
	n := b.started(at, locationStage, "ALL_"+left.entity.name)
	n.form, n.nodeType, n.entity = formUnion, typeStage, left.entity
	n.description = "The " + words(left.entity.name) + " of two systems."
	n.groups = []group{{reads: []*node{left}}, {reads: []*node{other}}}
	b.fill(n)
	return n
}

// sameEntity returns another node of the layer below with rows of the same entity.
func (b *builder) sameEntity(left *node, at layerPosition) *node {
	for range 8 {
		if other := b.near(at.layer-1, at.share); other != left && other.entity.name == left.entity.name {
			return other
		}
	}
	return nil
}

func find(n *node, name string) *column {
	for _, c := range n.columns {
		if c.name == name && !c.isSystem {
			return c
		}
	}
	return nil
}

// words writes a name as users do.
func words(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", " ")) }
