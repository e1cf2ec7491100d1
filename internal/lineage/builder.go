package lineage

import "github.com/millrace/millrace/internal/transform"

// Builder collects the lineage of nodes, in any order. The zero value is ready. It is not for several goroutines.
type Builder struct {
	numbers map[transform.NodeID]int32
	records []*record
}

// Add sets the lineage of a node. If a node is added twice, the last call counts.
func (b *Builder) Add(node transform.NodeID, n NodeLineage) {
	b.records[b.number(node)].fill(n, b)
}

// SetReads sets the nodes directly upstream of a node, which a caller may know later than the rest of its lineage.
func (b *Builder) SetReads(node transform.NodeID, reads []transform.NodeID) {
	b.records[b.number(node)].fillReads(reads, b)
}

// Build returns the index and resets the builder.
func (b *Builder) Build() *Index {
	x := &Index{numbers: b.numbers, records: b.records}
	*b = Builder{}
	x.fillDownstream()
	return x
}

func (b *Builder) number(node transform.NodeID) int32 {
	if n, ok := b.numbers[node]; ok {
		return n
	}
	if b.numbers == nil {
		b.numbers = map[transform.NodeID]int32{}
	}
	n := narrow(len(b.records))
	b.numbers[node] = n
	b.records = append(b.records, &record{id: node})
	return n
}

func (b *Builder) column(node int32, column transform.ColumnID) int32 {
	return b.records[node].columns.add(column)
}

// fillDownstream fills in the downstream links of each node. All lists are parts of one, so that there are two allocations in
// total instead of two per node.
func (x *Index) fillDownstream() {
	links, reads := x.countBack()
	allLinks, allReads := make([]link, 0, sum(links)), make([]int32, 0, sum(reads))
	for i, r := range x.records {
		r.out, allLinks = carve(allLinks, links[i])
		r.readBy, allReads = carve(allReads, reads[i])
	}
	for i, r := range x.records {
		for _, upstream := range r.reads {
			up := x.records[upstream]
			up.readBy = append(up.readBy, narrow(i))
		}
		for _, l := range r.in {
			up := x.records[l.node]
			up.out = append(up.out, link{own: l.column, node: narrow(i), column: l.own, use: l.use})
		}
	}
	for _, r := range x.records {
		sortLinks(r.out)
	}
}

// countBack returns the number of links out of each node, and of nodes that read it.
func (x *Index) countBack() (links, reads []int) {
	links, reads = make([]int, len(x.records)), make([]int, len(x.records))
	for _, r := range x.records {
		for _, l := range r.in {
			links[l.node]++
		}
		for _, upstream := range r.reads {
			reads[upstream]++
		}
	}
	return links, reads
}

func sum(counts []int) int {
	total := 0
	for _, n := range counts {
		total += n
	}
	return total
}

// carve splits n elements off a list: it returns these, and the rest of the list.
func carve[T any](list []T, n int) (room, rest []T) {
	end := len(list) + n
	return list[len(list):len(list):end], list[:end]
}
