package graph

// groups are disjoint sets of positions, each identified by its smallest member.
type groups []int32

func newGroups(n int) groups {
	g := make(groups, n)
	for i := range g {
		g[i] = narrow(i)
	}
	return g
}

// find returns the smallest member of the group of i, and compresses the path.
func (g groups) find(i int32) int32 {
	for g[i] != i {
		g[i] = g[g[i]]
		i = g[i]
	}
	return i
}

func (g groups) join(i, j int32) {
	i, j = g.find(i), g.find(j)
	g[max(i, j)] = min(i, j)
}

// members returns the groups in the order of their smallest members, each ascending.
func (g groups) members() [][]int32 {
	number := make([]int32, len(g))
	count := 0
	for i := range g {
		if int(g.find(narrow(i))) == i {
			number[i] = narrow(count)
			count++
		}
	}
	packed := spread(count, len(g), func(i int) (int32, int32) { return number[g.find(narrow(i))], narrow(i) })
	all := make([][]int32, count)
	for i := range all {
		all[i] = packed.of(i)
	}
	return all
}
