package graph

// components are the strongly connected components: the largest groups of nodes that can all reach each other. A node
// that is on no cycle is a component of its own.
type components struct {
	of      []int32   // position → component; upstream components have higher numbers
	members adjacency // component → positions, ascending
	cyclic  bitset    // components that contain a cycle
}

func (c components) count() int { return len(c.members.start) - 1 }

func (g *Graph[K]) components() components {
	t := tarjan{
		down:   g.down,
		number: make([]int32, g.Len()),
		low:    make([]int32, g.Len()),
		of:     make([]int32, g.Len()),
	}
	for i := range g.keys {
		if t.number[i] == 0 {
			t.visit(i)
		}
	}
	for i := range t.of {
		t.of[i]--
	}
	c := components{of: t.of}
	c.members = spread(int(t.done), g.Len(), func(i int) (int32, int32) { return t.of[i], narrow(i) })
	c.cyclic = newBitset(c.count())
	for i := range g.keys {
		if len(c.members.of(int(c.of[i]))) > 1 || g.down.has(i, i) {
			c.cyclic.add(int(c.of[i]))
		}
	}
	return c
}

// tarjan is one run of Tarjan's algorithm. It has an explicit call stack, because recursion would be as deep as the
// longest chain.
type tarjan struct {
	down    adjacency
	number  []int32 // order of discovery from 1; 0 is not visited yet
	low     []int32 // lowest number known to be reachable among open nodes
	of      []int32 // component, counted from 1 while the search runs; 0 is open
	counter int32
	done    int32
	open    []int32 // nodes whose component is not complete
	calls   []call
}

// call is a visit in progress: the node, and the number of its successors that were processed.
type call struct {
	at   int32
	seen int32
}

func (t *tarjan) visit(root int) {
	t.enter(narrow(root))
	for len(t.calls) > 0 {
		top := &t.calls[len(t.calls)-1]
		near := t.down.of(int(top.at))
		if int(top.seen) == len(near) {
			t.leave()
			continue
		}
		next := near[top.seen]
		top.seen++
		if t.number[next] == 0 {
			t.enter(next)
		} else if t.of[next] == 0 {
			t.low[top.at] = min(t.low[top.at], t.number[next])
		}
	}
}

func (t *tarjan) enter(i int32) {
	t.counter++
	t.number[i], t.low[i] = t.counter, t.counter
	t.open = append(t.open, i)
	t.calls = append(t.calls, call{at: i})
}

// leave ends the visit on top. A node that reaches no earlier node completes a component.
func (t *tarjan) leave() {
	at := t.calls[len(t.calls)-1].at
	t.calls = t.calls[:len(t.calls)-1]
	if t.low[at] == t.number[at] {
		t.done++
		t.close(at)
	}
	if len(t.calls) > 0 {
		caller := t.calls[len(t.calls)-1].at
		t.low[caller] = min(t.low[caller], t.low[at])
	}
}

func (t *tarjan) close(root int32) {
	for {
		last := len(t.open) - 1
		member := t.open[last]
		t.open = t.open[:last]
		t.of[member] = t.done
		if member == root {
			return
		}
	}
}
