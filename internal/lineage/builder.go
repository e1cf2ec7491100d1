package lineage

import "github.com/millrace/millrace/internal/transform"

// Builder collects the lineage of nodes, in any order. The zero value is ready. It is not for several goroutines.
type Builder struct {
	numbers map[transform.NodeID]int32
	records []*record
}

// Add says where a node comes from. A node that is added twice counts as it was added last.
func (b *Builder) Add(node transform.NodeID, n NodeLineage) {
	b.records[b.number(node)].fill(n, b)
}

// Build makes the index. The builder starts again from nothing.
func (b *Builder) Build() *Index {
	x := &Index{numbers: b.numbers, records: b.records}
	*b = Builder{}
	x.lookBack()
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

// lookBack fills in what each node's downstream says of it. All lists are parts of one, so that there are two
// allocations and not two for each node.
func (x *Index) lookBack() {
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

// carve takes room for n elements off a list: the room, and the list with that room used.
func carve[T any](list []T, n int) (room, rest []T) {
	end := len(list) + n
	return list[len(list):len(list):end], list[:end]
}
